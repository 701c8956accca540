// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A contract wallet that accepts the signatures of its one owner (EIP-1271).
contract OwnedWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Makes such wallets at addresses known beforehand (for EIP-6492).
contract WalletFactory {
    function make(address owner) external returns (address) {
        return address(new OwnedWallet{salt: 0}(owner));
    }

    function predict(address owner) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
    }
}

/// Answers every question about a signature by sending the reader elsewhere (EIP-3668).
contract WalletElsewhere {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        string[] memory urls = new string[](1);
        urls[0] = "http://127.0.0.1:9/{data}";
        revert OffchainLookup(address(this), urls, "", 0x12345678, "");
    }
}
