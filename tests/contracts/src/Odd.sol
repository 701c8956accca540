// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Tokens that misbehave, each in one way. Everybody may mint; 6 decimals unless said otherwise.
abstract contract Ledger {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    function decimals() external view virtual returns (uint256) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _move(address to, uint256 value) internal {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
    }
}

/// Well behaved; what the others are compared with.
contract Plain is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value);
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Says true, moves nothing, logs nothing.
contract MovesNothing is Ledger {
    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Logs the Transfer without moving anything.
contract LogsOnly is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Moves the money but logs nothing.
contract Silent is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value);
        return true;
    }
}

/// Emits whatever Transfer it is told to, in its own name.
contract Forge {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function say(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}

/// Moves nothing; another contract emits the Transfer.
contract Forged is Ledger {
    Forge public immutable forge = new Forge();

    function transfer(address to, uint256 value) external returns (bool) {
        forge.say(msg.sender, to, value);
        return true;
    }
}

/// Keeps one percent; the log tells what arrived.
contract FeeOnTransfer is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        uint256 arrives = value - value / 100;
        _move(to, arrives);
        emit Transfer(msg.sender, to, arrives);
        return true;
    }
}

/// Sends everything to somebody else.
contract Diverts is Ledger {
    address public constant THIEF = address(0xbad);

    function transfer(address, uint256 value) external returns (bool) {
        _move(THIEF, value);
        emit Transfer(msg.sender, THIEF, value);
        return true;
    }
}

/// Sends twice.
contract Doubles is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value);
        emit Transfer(msg.sender, to, value);
        _move(to, value);
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// The Transfer log is not indexed: one topic, 96 bytes.
contract Unindexed {
    event Transfer(address from, address to, uint256 value);

    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 6;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

contract ReturnsFalse is Ledger {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

contract ReturnsTwo is Ledger {
    function transfer(address to, uint256 value) external returns (uint256) {
        _move(to, value);
        emit Transfer(msg.sender, to, value);
        return 2;
    }
}

contract ReturnsLots is Ledger {
    function transfer(address, uint256) external pure {
        assembly {
            mstore(0, 1)
            return(0, 100000)
        }
    }
}

contract RevertsCustom is Ledger {
    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);
    error Nobody(uint256 why);

    function transfer(address, uint256 value) external view returns (bool) {
        if (value == 1) revert Nobody(7);
        revert ERC20InsufficientBalance(msg.sender, balanceOf[msg.sender], value);
    }
}

contract RevertsString is Ledger {
    function transfer(address, uint256) external pure returns (bool) {
        revert("transfers are paused");
    }
}

/// The reason holds a right-to-left override, a newline, a NUL and more words than fit on a card.
contract RevertsHostile is Ledger {
    function transfer(address, uint256) external pure returns (bool) {
        revert(
            "ok\u202e\n\x00 all is well, sign quickly please, this is only a very long text that goes on and on and on until nobody reads it to the end any more, really"
        );
    }
}

contract RevertsEmpty is Ledger {
    function transfer(address, uint256) external pure returns (bool) {
        revert();
    }
}

contract Panics is Ledger {
    function transfer(address, uint256 value) external pure returns (bool) {
        return value - value - 1 == 0;
    }
}

contract BurnsGas is Ledger {
    function transfer(address, uint256) external pure returns (bool) {
        for (;;) {}
        return true;
    }
}

/// Asks the reader to fetch an address of its choice (EIP-3668).
contract LooksOffchain is Ledger {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    function transfer(address, uint256) external view returns (bool) {
        string[] memory urls = new string[](1);
        urls[0] = "http://127.0.0.1:9/{data}";
        revert OffchainLookup(address(this), urls, "", 0x12345678, "");
    }
}

/// Says another number of decimals whenever it is told to.
contract LyingDecimals is Ledger {
    uint256 private told = 6;

    function lie(uint256 decimals_) external {
        told = decimals_;
    }

    function decimals() external view override returns (uint256) {
        return told;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value);
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Has no decimals and no balances: every call ends well and returns nothing.
contract SaysNothing {
    fallback() external payable {}
}

/// Takes no coins.
contract Refuses {
    receive() external payable {
        revert("no coins, thank you");
    }
}
