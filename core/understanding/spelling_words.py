"""The words that misspellings are measured against; data only (the rule is in spelling.py)."""

MEANT = frozenset(
    (
        "send transfer transfers pay wire forward give deliver please balance balances wallet account history "
        "transaction transactions payment receive received receives recipient address amount token tokens money "
        "funds coins how much many have what left remaining enough check show tell transferred sending want "
        "would could should help need make move fees arrive arrived through confirmed status swap exchange "
        "convert bridge stake staking staked unstake rewards private mnemonic phrase recovery my your the with "
        "from whats afford cover pending limits wallets least more into where"
    ).split()
)
"""Ordinary words that a misspelling near them is read as."""

GUARDS = frozenset(
    (
        "dont donot never stop cancel abort cannot without unless except when whenever until once before after "
        "while tomorrow yesterday later tonight monday tuesday wednesday thursday friday saturday sunday weekly "
        "monthly daily hourly yearly every twice around roughly approximately almost maybe perhaps might suppose "
        "supposing imagine hypothetically example translate pretend forwarded already scheduled schedule remind "
        "quarter half double asked joking kidding refuse avoid undo wants instead respectively wont cant mustnt "
        "shouldnt polygon arbitrum optimism avalanche solana ethereum mainnet sepolia fantom gnosis next will"
    ).split()
)
"""Words that take an order away, put it off, or name another network: what could be one of them is a doubt."""

ORDINARY = frozenset(
    (
        "abound about accounts alert alter amounts amy ant ants any approximate arrives ave avery avid avoids "
        "awhile bake balanced ballet bay beast bees bell bend bending bidding bill bore bow bride bridges "
        "bridget cake calf can cancer cane cannon cans cart cast cat cater cave cell cent change chant chat "
        "chats checks cheek chen chick chile chow chuck clearly clover coils coin cold concert conferred "
        "confined confirm confirms cons cont convent converts core couldnt cove covers covert cow cunt dairy "
        "daisy daly dave day dearly deceive deceived deed delivers delivery dell demonic dent dire dive done "
        "dong donor dot doubled doubles dove dover dow early east eater eight eleven emery end ending even ever "
        "examples excerpt exchanged exchanges fake fandom fay feast feces feds fee feed feeds feel feels feet "
        "fell fend fever fight fill finds fire five foes font fore form forwards four fridays fridge friend "
        "friendly friends fro frog fund gave gay gill given gives gore gould ground hale hall halo halt hare hat "
        "hate hats haven hay haze heap heck heed held hell helm helps hemp hen here hill hire hive hoe hog hon "
        "honey hoo hop hot hour hover howe hypothetical ill imagined imaging indo info int intro ire ive jake "
        "jay jill joins kay kill lake laser last late latex latter lay layer lease leash lefty lend lending lent "
        "lest let lever lift light limit liter live loft lore love lover low mace mach made mae maker makes male "
        "man mandy mane manly mann manny mans manu mare mary masked mate mater may maze mend mere mighty mike "
        "mill mistake mode moe mole mondays monkey mont monty moore morrow morse mould mount moved moves movie "
        "nay nearly neat ned needs needy nerd nest net newer newt night now nxt one onto opposing optimist "
        "optimistic optimize optimum ore ouch ounce our over pac pad pak pal palaces pam pan pants pap par pas "
        "pat paw pax payed payments pays perceived person phase phrases pill play pleased pleases poking pore "
        "pour pow pray pretends prom quarters quartet raining rake rant rave ray receipts receiver receivers "
        "recipes recipients recover recovered recovers reed rees reeves refining refuge refused refuses regards "
        "relieved reminding reminds rend repairing reserved reserves resilient respective retaining reuse "
        "revived reward rewind ridge right rom round rover row sake sand sanding sap saturdays save say "
        "schedules seed sees sell sender sends sens sensing sent seven shake shaking shave shaw she shen shoe "
        "shop shops shot shoulder shown shows sight sire slap slater slot slots slow snake snap snow soaked "
        "soaking soap sore sour sow spend spending spot spots stacked stacking stage staged staging stakes stale "
        "stalking stare stared staring state stated states stating stats statue statues stayed staying step "
        "steps stoke stoked stomp stops sturdy such sundays supplying supporting supposed swam swamp swan swat "
        "sway take taken taking tall tasked teal tee tees tel tells tend tending text that thats thee them then "
        "theo there they thorough though thought throughout thursdays thy tie tight till tire toe toll top tore "
        "tough tour tow transform transformed transforms transition transitions translated translates "
        "translation translations translator transverse trough tue tuesdays und uno vend vending very void vow "
        "wait waits wake wall walled waller walt wand wang ware wasnt wat water watt watts wave way wednesdays "
        "weed well welp went were wha whale whatever wheat wheeler wherever whew whine white whoever whole whore "
        "whose wide width wife wight wild wills willy wilt wine wipe wired wires wise wish wit witch within wits "
        "woken won wong wore world wouldnt wound wow yay yeast yell yelp you youre yours"
    ).split()
)
"""Words of the language that stand near the two above and mean themselves."""
