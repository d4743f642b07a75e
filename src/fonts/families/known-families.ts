/**
 * Fonts that documents ask for and that cannot be shipped, a line each:
 *
 *     name | kind | families drawn instead, in order of likeness | numbers | source
 *
 * Numbers, in font units: em; line ascent and descent; x height, capital height; underline and strike, top and thickness
 * each; the descriptor's ascent, descent and capital height (hhea ascent, typographic descent and ascent). The line gap is in
 * the ascent, as Word puts it above the text. `NAME/bold` is what differs where the text is bold, `NAME/USB0 CSB0` in the version
 * of which the font table says so (`w:sig`, which Word copies out of the font).
 *
 * M: read out of fonts that Word put into its PDFs (`scripts/fonts/read-pdf-fonts.ts`). The others are published values, or
 * what others measured of lines in Word. Advances are in `data/advances.json`.
 */
export const KNOWN_FAMILIES = `
# Families with a metric twin
arial | swiss | Arimo | 2048 1921 434 1062 1467 -217 150 530 102 1854 -431 1491 | M
arial/bold | |  | 2048 1921 434 1062 1467 -217 215 530 102 1854 -431 1491 | M
times new roman | roman | Tinos | 2048 1912 443 916 1356 -223 100 530 102 1825 -442 1420 | M
times new roman/bold | |  | 2048 1912 443 916 1356 -223 195 530 102 1825 -442 1420 | M
courier new | modern | Cousine | 2048 1705 615 866 1170 -477 84 530 102 1705 -386 1255 | M
calibri | swiss | Carlito | 2048 1950 550 951 1294 -232 134 512 134 1536 -512 1536 | M
arial unicode ms | swiss | Arimo | 2048 2189 555 1062 1467 -205 102 632 102 2189 -430 1491 | M
cambria | roman | Caladea | 2048 1946 455 956 1365 -125 116 510 102 1946 -455 1593 | M
cambria/bold | |  | 2048 1946 455 956 1365 -105 156 510 102 1946 -455 1593 | M
georgia | roman | Gelasio | 2048 1878 449 986 1419 -181 101 594 101 1878 -444 1549 | M
georgia/bold | |  | 2048 1878 449 986 1419 -180 122 594 101 1878 -444 1549 | M

# Families drawn at their own advances
aptos | swiss | Arimo | 2048 1923 577 974 1346 -100 50 731 102 1923 -577 1923 | M
aptos display | swiss | Arimo | 2048 1923 577 974 1346 -100 50 731 102 1923 -577 1923 | M
aptos narrow | swiss | Arimo | 2048 1923 577 974 1346 -100 50 731 102 1923 -577 1923
aptos light | swiss | Arimo | 2048 1923 577 974 1346 -100 50 731 102 1923 -577 1923
aptos semibold | swiss | Arimo SemiBold | 2048 1923 577 974 1346 -100 50 731 102 1923 -577 1923
calibri light | swiss | Lato Light, Carlito | 2048 1950 550 946 1294 -261 104 512 134 1536 -512 1536 | M
cambria math | roman | Caladea | 2048 1946 455 956 1365 -125 116 510 102 1595 -455 1593 | M
modern no. 20 | roman | Tinos | 1000 861 209 430 653 -90 50 265 51 791 -209 653 | M
candara | swiss | Carlito | 2048 1950 550 950 1308 -133 20 530 102 1484 -564 1484 | M
corbel | swiss | Carlito | 2048 1950 550 950 1338 -190 120 512 102 1523 -525 1523 | M
constantia | roman | Gelasio | 2048 1950 550 956 1365 -125 116 510 102 1536 -512 1536
century | roman | Gelasio | 2048 2019 442 951 1480 -205 102 530 102 2019 -399 1516 | M
consolas | modern | Inconsolata | 2048 1884 514 1004 1307 -266 144 512 102 1521 -527 1521 | M
consolas/bold | |  | 2048 1884 514 1004 1307 -217 194 512 102 1521 -527 1521 | M
lucida console | modern | Cousine | 2048 1616 432 1086 1480 -205 102 579 102 1616 -432 1480
lucida sans unicode | swiss | Open Sans | 2048 2246 901 1086 1480 -205 102 579 102 2246 -419 1604 | M
segoe ui | swiss | Open Sans | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491 | M
segoe ui semibold | swiss | Open Sans SemiBold | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491 | M
segoe ui light | swiss | Open Sans Light | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491
segoe print | script | Comic Relief | 2048 2556 1047 1024 1434 -178 119 530 102 2556 -639 1753
verdana | swiss | Open Sans | 2048 2059 430 1117 1489 -180 120 679 120 2059 -423 1566 | M
tahoma | swiss | Open Sans | 2048 2049 423 1117 1489 -170 130 679 130 2049 -423 1566
trebuchet ms | swiss | Open Sans | 2048 1923 455 1071 1465 -191 133 530 102 1923 -420 1510
arial narrow | swiss | Arimo | 2048 1919 431 1062 1467 -217 150 530 102 1916 -431 1491 | M
arial black | swiss | Archivo Black, Arimo Bold | 2048 2254 634 1062 1466 -256 123 530 102 2254 -434 1466 | M
century gothic | swiss | Montserrat | 2048 2060 451 1102 1470 -205 102 530 102 2060 -451 1536
# Century's widths are Century Schoolbook's, and so are its heights.
century schoolbook | roman | Gelasio | 2048 2020 442 951 1480 -205 102 530 102 2019 -399 1516 | M
palatino linotype | roman | Gelasio | 2048 2150 613 960 1434 -205 102 530 102 1499 -582 1499
book antiqua | roman | Gelasio | 2048 1972 579 960 1434 -205 102 530 102 1891 -579 1499
garamond | roman | EB Garamond, Tinos | 2048 1765 539 788 1300 -205 102 430 102 1765 -539 1350
californian fb | roman | Tinos | 2048 1803 523 860 1350 -266 102 530 102 1803 -522 1526 | M
tw cen mt | swiss | Jost | 2048 1753 477 860 1400 -152 120 530 120 1753 -387 1413 | M
comic sans ms | script | Comic Relief | 2048 2257 597 1108 1569 -272 175 661 175 2257 -597 1569
impact | swiss | Anton | 2048 2066 432 1314 1619 -169 150 530 102 2066 -432 1619
agency fb | swiss | Arimo | 2048 2015 410 942 1372 -260 102 530 102 2015 -369 1565 | M
agency fb/bold | |  | 2048 2042 410 942 1372 -260 120 530 120 2042 -369 1565 | M
# Of the same foundry as David, with the same descriptor
aharoni | swiss | Arimo Bold | 2048 1505 510 1062 1434 -217 150 530 102 1505 -543 1505
arial rounded mt bold | swiss | Arimo Bold | 2048 1938 432 942 1372 -205 102 532 102 1938 -430 1491 | M
bell mt | roman | Tinos | 2048 1772 547 942 1372 -205 102 570 102 1723 -542 1367 | M
britannic bold | swiss | Arimo Bold | 2048 1835 434 942 1372 -212 175 600 175 1707 -341 1386 | M
calisto mt | roman | Tinos | 2048 1894 470 942 1372 -180 102 530 102 1894 -430 1459 | M
cochocib script latin pro | script | Dancing Script | 1000 850 450 403 750 -75 50 241 50 817 -450 817 | M
david | roman | Tinos | 2048 1505 510 916 1434 -217 150 530 102 1505 -543 1505 | M
dubai | swiss | Open Sans | 1000 1129 559 438 648 -75 50 337 50 1129 -246 758 | M
mangal | swiss | Noto Sans Devanagari, Open Sans | 2048 2542 898 1098 1518 -133 120 530 120 2542 -898 2542 | M
old english text mt | decorative | UnifrakturMaguntia | 2048 2054 442 942 1372 -205 102 540 102 1764 -284 1433 | M
poor richard | roman | Tinos | 2048 1864 442 942 1372 -200 100 475 100 1864 -410 1427 | M
porto sans | swiss | Open Sans | 1000 950 250 500 680 -125 50 300 50 950 -250 700 | M
sitka small | roman | Gelasio | 2200 2215 535 1108 1451 -154 102 550 110 1665 -535 1665 | M
th sarabunpsk | swiss | Sarabun, Noto Sans Thai | 1000 880 250 340 476 -35 30 250 30 850 -250 850 | M
th sarabunpsk/01000003 00010111 | |  | 1000 850 460 340 476 -35 30 250 30 850 -250 850 | M
cordia new | swiss | Noto Sans Thai | 4096 3678 2000 1392 1921 -205 102 798 102 3658 -1040 3658 | M
cordia new/bold | |  | 4096 3412 1708 1392 1921 -205 102 798 102 3412 -1070 3412 | M
angsana new | roman | Noto Sans Thai | 4096 3854 1679 1161 1790 -205 102 706 102 3780 -980 3780 | M

# Families with a look-alike and nothing known of their advances
segoe ui symbol | swiss | Open Sans | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491 | M
segoe ui emoji | swiss | Open Sans | 2048 2210 514 1024 1434 -178 119 530 102 1491 -431 1491 | M
bookman old style | roman | Gelasio | 2048 1927 485 1010 1390 -205 102 530 102 1927 -485 1390
baskerville old face | roman | Tinos
perpetua | roman | Tinos
rockwell | roman | Gelasio | 2048 1950 446 960 1390 -205 102 530 102 1950 -446 1390
gill sans mt | swiss | Carlito | 2048 1903 472 920 1397 -154 102 530 102 1903 -471 1415 | M
gill sans | swiss | Carlito
optima | swiss | Carlito
franklin gothic medium | swiss | Arimo | 2048 1876 444 1050 1360 -205 102 530 102 1876 -444 1360
franklin gothic book | swiss | Arimo | 2048 1876 444 1050 1360 -205 102 530 102 1876 -444 1360
franklin gothic demi | swiss | Arimo SemiBold | 2048 1876 444 1050 1360 -205 102 530 102 1876 -444 1360
sylfaen | roman | Tinos | 2048 2077 610 900 1356 -205 102 530 102 2077 -610 1356
microsoft sans serif | swiss | Arimo | 2048 1888 430 1062 1466 -217 150 530 102 1888 -430 1466
dejavu sans | swiss | Open Sans | 2048 1901 483 1120 1493 -130 90 530 102 1901 -483 1493
dejavu serif | roman | Gelasio | 2048 1901 483 1063 1493 -130 90 530 102 1901 -483 1493
dejavu sans mono | modern | Cousine | 2048 1901 483 1120 1493 -130 90 530 102 1901 -483 1493
raleway | swiss | Montserrat | 1000 940 234 519 710 -100 50 311 50 940 -234 940 | M
futura | swiss | Jost
futura medium | swiss | Jost Medium
futura light | swiss | Jost Light
geneva | swiss | Open Sans
bitstream vera sans | swiss | Open Sans
lucida sans typewriter | modern | Cousine
andale mono | modern | Cousine
menlo | modern | Cousine | 2048 1901 483 1120 1493 -130 90 530 102 1901 -483 1493
monaco | modern | Cousine
cascadia mono | modern | Inconsolata | 2048 1900 480 1060 1420 -150 100 530 102 1900 -480 1900
cascadia code | modern | Inconsolata | 2048 1900 480 1060 1420 -150 100 530 102 1900 -480 1900

# What else Office, Windows and macOS have: of most of these only the kind is known. The nearest face is drawn at its own widths, and
# lines are as high as those of Times New Roman, Arial or Courier New
bodoni mt | roman | Tinos
bodoni mt condensed | roman | Tinos
castellar | roman | Tinos
centaur | roman | Tinos
colonna mt | roman | Tinos
engravers mt | roman | Tinos
felix titling | roman | Tinos
footlight mt light | roman | Tinos
goudy old style | roman | Tinos
high tower text | roman | Tinos
imprint mt shadow | roman | Tinos
perpetua titling mt | roman | Tinos
onyx | roman | Tinos
playbill | roman | Tinos
niagara solid | roman | Tinos
walbaum display | roman | Tinos
baskerville | roman | Tinos
didot | roman | Tinos
big caslon | roman | Tinos
cochin | roman | Tinos
hoefler text | roman | Tinos
bodoni 72 | roman | Tinos
adobe caslon pro | roman | Tinos
minion pro | roman | Tinos
lucida bright | roman | Gelasio
lucida fax | roman | Gelasio
rockwell condensed | roman | Gelasio
rockwell nova | roman | Gelasio
sitka text | roman | Gelasio
sitka heading | roman | Gelasio
sitka subheading | roman | Gelasio
sitka display | roman | Gelasio
sitka banner | roman | Gelasio
sagona book | roman | Gelasio
georgia pro | roman | Gelasio
charter | roman | Gelasio
iowan old style | roman | Gelasio
athelas | roman | Gelasio
superclarendon | roman | Gelasio
bodoni mt black | roman | Tinos Bold
bernard mt condensed | roman | Tinos Bold
elephant | roman | Tinos Bold
cooper black | roman | Tinos Bold
goudy stout | roman | Tinos Bold
wide latin | roman | Tinos Bold
stencil | roman | Tinos Bold
rockwell extra bold | roman | Tinos Bold
poster bodoni | roman | Tinos Bold
franklin gothic medium cond | swiss | Arimo
neue haas grotesk text pro | swiss | Arimo
akzidenz grotesk | swiss | Arimo
franklin gothic heavy | swiss | Arimo Bold
franklin gothic demi cond | swiss | Arimo Bold
gill sans ultra bold | swiss | Arimo Bold
bauhaus 93 | swiss | Arimo Bold
broadway | swiss | Arimo Bold
arial nova black | swiss | Arimo Bold
haettenschweiler | swiss | Anton
gill sans mt condensed | swiss | Anton
gill sans mt ext condensed bold | swiss | Anton
tw cen mt condensed extra bold | swiss | Anton
tw cen mt condensed | swiss | Jost
avenir | swiss | Jost
avenir next | swiss | Jost
gotham | swiss | Montserrat
proxima nova | swiss | Montserrat
tenorite | swiss | Montserrat
eras light itc | swiss | Open Sans
eras medium itc | swiss | Open Sans
myriad pro | swiss | Open Sans
frutiger | swiss | Open Sans
verdana pro | swiss | Open Sans
droid sans | swiss | Open Sans
skeena | swiss | Open Sans
ebrima | swiss | Open Sans
gadugi | swiss | Open Sans | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491
leelawadee ui | swiss | Open Sans | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491
nirmala ui | swiss | Open Sans | 2048 2210 514 1024 1434 -178 119 530 102 2210 -431 1491
eras demi itc | swiss | Open Sans SemiBold
eras bold itc | swiss | Open Sans SemiBold
berlin sans fb demi | swiss | Open Sans SemiBold
berlin sans fb | swiss | Carlito
maiandra gd | swiss | Carlito
seaford | swiss | Carlito
gill sans nova | swiss | Carlito
bahnschrift | swiss | Roboto
din | swiss | Roboto
din ot | swiss | Roboto
din next | swiss | Roboto
grandview | swiss | Roboto
san francisco | swiss | Roboto
sf pro | swiss | Roboto
sf pro text | swiss | Roboto
ocr a extended | modern | Cousine
letter gothic | modern | Cousine
letter gothic std | modern | Cousine
sf mono | modern | Cousine
courier std | modern | Cousine
andale mono wt | modern | Cousine
bradley hand itc | script | Comic Relief
bradley hand | script | Comic Relief
chalkboard | script | Comic Relief
chalkboard se | script | Comic Relief
chalkduster | script | Comic Relief
ink free | script | Comic Relief
kristen itc | script | Comic Relief
lucida handwriting | script | Comic Relief
marker felt | script | Comic Relief
mv boli | script | Comic Relief
noteworthy | script | Comic Relief
segoe script | script | Comic Relief
tempus sans itc | script | Comic Relief
papyrus | script | Comic Relief
jokerman | script | Comic Relief
informal roman | script | Comic Relief
the hand | script | Comic Relief
dreaming outloud pro | script | Comic Relief
viner hand itc | script | Comic Relief
apple chancery | script | Dancing Script
brush script mt | script | Dancing Script | 1000 889 338 346 601 -100 50 300 50 889 -338 601
edwardian script itc | script | Dancing Script
forte | script | Dancing Script
freestyle script | script | Dancing Script
french script mt | script | Dancing Script
gabriola | script | Dancing Script
gigi | script | Dancing Script
harlow solid italic | script | Dancing Script
kunstler script | script | Dancing Script
lucida calligraphy | script | Dancing Script
magneto | script | Dancing Script
matura mt script capitals | script | Dancing Script
mistral | script | Dancing Script
modern love | script | Dancing Script
monotype corsiva | script | Dancing Script
palace script mt | script | Dancing Script
pristina | script | Dancing Script
rage italic | script | Dancing Script
script mt bold | script | Dancing Script
snell roundhand | script | Dancing Script
vivaldi | script | Dancing Script
vladimir script | script | Dancing Script
zapfino | script | Dancing Script
blackadder itc | decorative | UnifrakturMaguntia
lucida blackletter | decorative | UnifrakturMaguntia
algerian | decorative | Tinos
curlz mt | decorative | Tinos
harrington | decorative | Tinos
ravie | decorative | Tinos
snap itc | decorative | Tinos
showcard gothic | decorative | Tinos
chiller | decorative | Tinos
juice itc | decorative | Tinos
parchment | decorative | Tinos
copperplate | decorative | Tinos
copperplate gothic bold | decorative | Tinos
copperplate gothic light | decorative | Tinos

# Symbol fonts: drawn through symbol-encodings.ts
mt extra | roman | Tinos, STIX Two Math
symbol | decorative | Tinos, Noto Sans Math, Noto Sans Symbols 2 | 2048 2059 450 916 1356 -223 100 530 102 2059 -442 1420 | M
wingdings | decorative | Noto Sans Symbols 2, Noto Sans Symbols, Noto Sans Math | 2048 1841 432 1024 1579 -200 100 800 100 1841 -432 1579 | M
wingdings 2 | decorative | Noto Sans Symbols 2, Noto Sans Symbols, Noto Sans Math | 2048 1724 432 1024 1464 -200 100 800 100 1724 -432 1464
wingdings 3 | decorative | Noto Sans Symbols 2, Noto Sans Symbols, Noto Sans Math | 2048 1890 432 1024 1464 -200 100 800 100 1890 -432 1464
webdings | decorative | Noto Sans Symbols 2, Noto Sans Symbols, Noto Sans Math | 2048 1638 410 1024 1464 -200 100 800 100 1638 -410 1464
zapf dingbats | decorative | Noto Sans Symbols 2, Noto Sans Symbols, Noto Sans Math | 1000 820 143 500 700 -100 50 300 50 820 -143 820

# East Asian families: their characters come from east-asian-families.ts, all as wide as they are high; what stands
# here is for their Latin letters and the heights of their lines
ms mincho | roman | Cousine | 256 220 36 115 174 -24 12 66 13 220 -36 220 | M
ms gothic | modern | Cousine | 256 220 36 115 174 -17 19 66 13 220 -36 220 | M
yu gothic | swiss | Open Sans | 2048 2017 619 1069 1538 -205 104 858 94 1802 -246 1802 | M
yu mincho | roman | Tinos | 2048 2038 598 963 1520 -205 104 858 94 1802 -246 1802 | M
simsun | roman | Tinos | 256 220 36 115 174 -24 12 66 13 220 -36 220 | M
meiryo | swiss | Open Sans | 2048 2210 855 1120 1493 -205 104 858 94 2210 -855 1493
kaiti | roman | Tinos | 256 220 36 118 176 -22 12 65 12 220 -36 220 | M
dfkai-sb | roman | Tinos | 256 220 36 115 174 -24 12 66 13 220 -36 220
batang | roman | Tinos | 1024 879 145 460 696 -100 45 265 51 879 -145 879 | M
gulim | swiss | Arimo | 1024 880 144 460 696 -96 48 264 52 880 -144 880
simhei | swiss | Arimo | 256 220 36 115 174 -24 12 66 13 220 -36 220
fangsong | roman | Tinos | 256 220 36 115 174 -24 12 66 13 220 -36 220
pmingliu | roman | Tinos | 1024 820 204 440 675 -110 50 260 51 820 -204 820 | M
microsoft jhenghei | swiss | Open Sans | 2048 2203 521 1106 1549 -178 119 512 102 2203 -225 1823 | M
microsoft yahei | swiss | Open Sans | 2048 2167 536 1106 1549 -178 129 655 102 2167 -519 1663 | M
malgun gothic | swiss | Open Sans | 2048 2229 495 1062 1470 -178 119 512 102 2229 -495 1470 | M
dengxian | swiss | Open Sans | 2048 1659 475 1018 1409 -365 102 512 93 1659 -475 1659 | M
dengxian light | swiss | Open Sans Light | 2048 1659 475 1016 1409 -365 102 512 93 1659 -475 1659 | M
stkaiti | roman | Tinos | 1000 860 260 460 670 -133 20 250 100 986 -200 800 | M
`;
