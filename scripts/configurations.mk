# Made by scripts/generate.py from rtl/data/configurations.toml.
# SPDX-License-Identifier: Apache-2.0
#
# Committed because make must know the names before it can build anything.
named_configs := base wide v8.7 v9 v9.6 el1only small aarch32-el3 exposed
swept_configs := one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twentyone twentytwo twentythree twentyfour twentyfive twentysix twentyseven
row_base := ConfigBase
row_wide := ConfigWide
row_v8.7 := ConfigV8p7
row_v9 := ConfigV9
row_v9.6 := ConfigV9p6
row_el1only := ConfigEl1only
row_small := ConfigSmall
row_aarch32-el3 := ConfigAarch32El3
row_exposed := ConfigExposed
row_one := ConfigOne
row_two := ConfigTwo
row_three := ConfigThree
row_four := ConfigFour
row_five := ConfigFive
row_six := ConfigSix
row_seven := ConfigSeven
row_eight := ConfigEight
row_nine := ConfigNine
row_ten := ConfigTen
row_eleven := ConfigEleven
row_twelve := ConfigTwelve
row_thirteen := ConfigThirteen
row_fourteen := ConfigFourteen
row_fifteen := ConfigFifteen
row_sixteen := ConfigSixteen
row_seventeen := ConfigSeventeen
row_eighteen := ConfigEighteen
row_nineteen := ConfigNineteen
row_twenty := ConfigTwenty
row_twentyone := ConfigTwentyone
row_twentytwo := ConfigTwentytwo
row_twentythree := ConfigTwentythree
row_twentyfour := ConfigTwentyfour
row_twentyfive := ConfigTwentyfive
row_twentysix := ConfigTwentysix
row_twentyseven := ConfigTwentyseven
