/**
 * The towns of the sample houses. Each prefecture begins with a line that gives its name and its
 * number of houses. Each line below is a town of the prefecture: its name in Japanese and in
 * English, how to get there, and the kinds of land around it.
 */
export const TOWNS = `
hokkaido 6
小樽市 | Otaru | JR Hakodate Line, Otaru Station | town coast
函館市 | Hakodate | JR Hakodate Line, Hakodate Station | town coast
虻田郡ニセコ町 | Niseko | JR Hakodate Line, Niseko Station | volcano
空知郡上富良野町 | Kamifurano | JR Furano Line, Kamifurano Station | alps plain
檜山郡江差町 | Esashi | Bus from JR Shin-Hakodate-Hokuto, Esashi stop | coast
aomori 5
弘前市 | Hirosaki | JR Ou Line, Hirosaki Station | volcano town
黒石市 | Kuroishi | Konan Railway, Kuroishi Station | town plain
西津軽郡深浦町 | Fukaura | JR Gono Line, Fukaura Station | coast
十和田市 | Towada | Bus from Shichinohe-Towada Shinkansen Station | lake plain
iwate 6
遠野市 | Tono | JR Kamaishi Line, Tono Station | valley plain
花巻市 | Hanamaki | JR Tohoku Line, Hanamaki Station | valley plain
八幡平市 | Hachimantai | JR Hanawa Line, Obuke Station | volcano
一関市 | Ichinoseki | JR Ofunato Line, Geibikei Station | valley
宮古市 | Miyako | Sanriku Railway, Miyako Station | coast
miyagi 4
登米市 | Tome | JR Kesennuma Line, Yanaizu Station | plain town
栗原市 | Kurihara | JR Tohoku Line, Ishikoshi Station | plain valley
白石市 | Shiroishi | JR Tohoku Line, Shiroishi Station | town valley
気仙沼市 | Kesennuma | JR Ofunato Line, Kesennuma Station | coast
akita 5
仙北市 | Semboku | JR Tazawako Line, Kakunodate Station | lake town
横手市 | Yokote | JR Ou Line, Yokote Station | plain town
にかほ市 | Nikaho | JR Uetsu Line, Kisakata Station | coast volcano
男鹿市 | Oga | JR Oga Line, Oga Station | coast
湯沢市 | Yuzawa | JR Ou Line, Yuzawa Station | valley
yamagata 5
鶴岡市 | Tsuruoka | JR Uetsu Line, Tsuruoka Station | plain valley
西村山郡大江町 | Oe | JR Aterazawa Line, Aterazawa Station | valley
最上郡金山町 | Kaneyama | Bus from JR Shinjo Station, Kaneyama stop | valley town
飽海郡遊佐町 | Yuza | JR Uetsu Line, Yuza Station | volcano coast
fukushima 5
大沼郡三島町 | Mishima | JR Tadami Line, Aizu-Miyashita Station | valley
喜多方市 | Kitakata | JR Ban-etsu West Line, Kitakata Station | town plain
南会津郡下郷町 | Shimogo | Aizu Railway, Yunokami-Onsen Station | valley
二本松市 | Nihonmatsu | JR Tohoku Line, Nihonmatsu Station | volcano terraces
田村市 | Tamura | JR Ban-etsu East Line, Funehiki Station | terraces
ibaraki 5
桜川市 | Sakuragawa | JR Mito Line, Iwase Station | town plain
久慈郡大子町 | Daigo | JR Suigun Line, Hitachi-Daigo Station | valley tea
常陸太田市 | Hitachiota | JR Suigun Line, Hitachi-Ota Station | terraces town
行方市 | Namegata | Kashima Rinkai Railway, Shin-Hokota Station | lake plain
tochigi 4
那須烏山市 | Nasukarasuyama | JR Karasuyama Line, Karasuyama Station | valley plain
栃木市 | Tochigi City | Tobu Nikko Line, Tochigi Station | town plain
芳賀郡益子町 | Mashiko | Moka Railway, Mashiko Station | plain
那須郡那須町 | Nasu | JR Tohoku Line, Kuroiso Station | volcano
gunma 4
桐生市 | Kiryu | JR Ryomo Line, Kiryu Station | town valley
利根郡みなかみ町 | Minakami | JR Joetsu Line, Minakami Station | alps valley
吾妻郡中之条町 | Nakanojo | JR Agatsuma Line, Nakanojo Station | valley terraces
甘楽郡下仁田町 | Shimonita | Joshin Railway, Shimonita Station | valley
saitama 3
秩父市 | Chichibu | Seibu Chichibu Line, Seibu-Chichibu Station | valley town
比企郡小川町 | Ogawa | Tobu Tojo Line, Ogawamachi Station | town valley
飯能市 | Hanno | Seibu Ikebukuro Line, Agano Station | valley
chiba 5
香取市 | Katori | JR Narita Line, Sawara Station | town plain
館山市 | Tateyama | JR Uchibo Line, Tateyama Station | coast
勝浦市 | Katsuura | JR Sotobo Line, Katsuura Station | coast
夷隅郡大多喜町 | Otaki | Isumi Railway, Otaki Station | valley town
鴨川市 | Kamogawa | JR Uchibo Line, Awa-Kamogawa Station | terraces coast
tokyo 3
青梅市 | Ome | JR Ome Line, Mitake Station | valley
西多摩郡奥多摩町 | Okutama | JR Ome Line, Hatonosu Station | valley
西多摩郡檜原村 | Hinohara | Bus from JR Musashi-Itsukaichi Station | valley tea
kanagawa 3
三浦市 | Miura | Keikyu Kurihama Line, Miurakaigan Station | coast
足柄下郡真鶴町 | Manazuru | JR Tokaido Line, Manazuru Station | coast
足柄上郡山北町 | Yamakita | JR Gotemba Line, Yamakita Station | valley tea
niigata 8
佐渡市 | Sado | Ferry from Niigata, Ryotsu Port | coast terraces
十日町市 | Tokamachi | Hokuhoku Line, Matsudai Station | terraces
村上市 | Murakami | JR Uetsu Line, Murakami Station | town coast
南魚沼郡湯沢町 | Yuzawa | JR Joetsu Shinkansen, Echigo-Yuzawa Station | alps
長岡市 | Nagaoka | JR Shin-etsu Line, Raikoji Station | plain terraces
糸魚川市 | Itoigawa | JR Oito Line, Nechi Station | alps coast
東蒲原郡阿賀町 | Aga | JR Ban-etsu West Line, Tsugawa Station | valley
toyama 6
南砺市 | Nanto | JR Johana Line, Johana Station | plain valley
砺波市 | Tonami | JR Johana Line, Tonami Station | plain
高岡市 | Takaoka | Manyo Line, Katahara-machi stop | town
氷見市 | Himi | JR Himi Line, Himi Station | coast terraces
中新川郡立山町 | Tateyama | Toyama Chiho Railway, Iwakuraji Station | alps
下新川郡朝日町 | Asahi | Ainokaze Toyama Railway, Tomari Station | alps coast
ishikawa 4
金沢市 | Kanazawa | JR Hokuriku Shinkansen, Kanazawa Station | town
白山市 | Hakusan | Hokuriku Railway, Tsurugi Station | alps town
加賀市 | Kaga | JR Hokuriku Shinkansen, Kaga-Onsen Station | coast town
羽咋市 | Hakui | JR Nanao Line, Hakui Station | terraces plain
fukui 6
大野市 | Ono | JR Etsumi-Hoku Line, Echizen-Ono Station | town valley
三方上中郡若狭町 | Wakasa | JR Obama Line, Kaminaka Station | lake town
坂井市 | Sakai | Echizen Railway, Mikuni Station | coast town
越前市 | Echizen | Hapi-Line Fukui, Takefu Station | town plain
今立郡池田町 | Ikeda | Bus from JR Takefu Station, Inari stop | valley terraces
yamanashi 4
北杜市 | Hokuto | JR Chuo Line, Nagasaka Station | alps
南都留郡富士河口湖町 | Fujikawaguchiko | Fujikyu Railway, Kawaguchiko Station | volcano
甲州市 | Koshu | JR Chuo Line, Enzan Station | terraces valley
南巨摩郡身延町 | Minobu | JR Minobu Line, Shimobe-Onsen Station | valley tea
nagano 8
松本市 | Matsumoto | JR Shinonoi Line, Matsumoto Station | town alps
安曇野市 | Azumino | JR Oito Line, Hotaka Station | alps plain
大町市 | Omachi | JR Oito Line, Shinano-Kizaki Station | alps lake
飯山市 | Iiyama | JR Iiyama Line, Iiyama Station | valley terraces
木曽郡南木曽町 | Nagiso | JR Chuo Line, Nagiso Station | town valley
下伊那郡阿智村 | Achi | Bus from JR Iida Station, Hirugami stop | valley
諏訪市 | Suwa | JR Chuo Line, Kami-Suwa Station | lake
上田市 | Ueda | Ueda Railway, Bessho-Onsen Station | terraces town
gifu 6
飛騨市 | Hida | JR Takayama Line, Hida-Furukawa Station | town valley
大野郡白川村 | Shirakawa | Bus from JR Takayama Station, Ogimachi stop | valley
郡上市 | Gujo | Nagaragawa Railway, Gujo-Hachiman Station | town valley
恵那市 | Ena | Akechi Railway, Iwamura Station | terraces town
加茂郡白川町 | Shirakawa-cho | JR Takayama Line, Shirakawaguchi Station | tea valley
高山市 | Takayama | JR Takayama Line, Takayama Station | alps town
shizuoka 5
島田市 | Shimada | Oigawa Railway, Kawane-Onsen-Sasamado Station | tea
榛原郡川根本町 | Kawanehon | Oigawa Railway, Senzu Station | tea valley
下田市 | Shimoda | Izukyu Line, Izukyu-Shimoda Station | coast town
富士宮市 | Fujinomiya | JR Minobu Line, Nishi-Fujinomiya Station | volcano tea
熱海市 | Atami | JR Tokaido Line, Ajiro Station | coast
aichi 4
新城市 | Shinshiro | JR Iida Line, Yuya-Onsen Station | valley terraces
北設楽郡東栄町 | Toei | JR Iida Line, Toei Station | valley
常滑市 | Tokoname | Meitetsu Tokoname Line, Tokoname Station | town
知多郡南知多町 | Minamichita | Meitetsu Chita New Line, Utsumi Station | coast
mie 5
伊賀市 | Iga | Iga Railway, Uenoshi Station | town plain
尾鷲市 | Owase | JR Kisei Line, Owase Station | coast
熊野市 | Kumano | JR Kisei Line, Kumanoshi Station | coast terraces
志摩市 | Shima | Kintetsu Shima Line, Kashikojima Station | coast
度会郡大紀町 | Taiki | JR Kisei Line, Takihara Station | valley tea
shiga 4
高島市 | Takashima | JR Kosei Line, Omi-Takashima Station | lake terraces
長浜市 | Nagahama | JR Hokuriku Line, Kinomoto Station | lake town
甲賀市 | Koka | Shigaraki Kogen Railway, Shigaraki Station | tea valley
蒲生郡日野町 | Hino | Ohmi Railway, Hino Station | town plain
kyoto 7
京都市上京区 | Kyoto | Keifuku Kitano Line, Kitano-Hakubaicho Station | town
南丹市 | Nantan | JR San-in Line, Hiyoshi Station | valley
綾部市 | Ayabe | JR San-in Line, Ayabe Station | valley plain
与謝郡伊根町 | Ine | Kyoto Tango Railway, Amanohashidate Station | coast
京丹後市 | Kyotango | Kyoto Tango Railway, Amino Station | coast terraces
相楽郡和束町 | Wazuka | JR Kansai Line, Kamo Station | tea
京都市右京区 | Kyoto | Bus from JR Kyoto Station, Shuzan stop | valley
osaka 3
豊能郡能勢町 | Nose | Nose Railway, Yamashita Station | terraces valley
南河内郡河南町 | Kanan | Kintetsu Nagano Line, Tondabayashi Station | terraces
泉南郡岬町 | Misaki | Nankai Main Line, Misaki-Koen Station | coast
hyogo 9
丹波篠山市 | Tambasasayama | JR Fukuchiyama Line, Sasayamaguchi Station | town plain
丹波市 | Tamba | JR Fukuchiyama Line, Isoo Station | valley plain
豊岡市 | Toyooka | JR San-in Line, Kinosaki-Onsen Station | town coast
養父市 | Yabu | JR San-in Line, Yoka Station | terraces valley
淡路市 | Awaji | Bus from JR Maiko Station, Tsuna stop | coast terraces
佐用郡佐用町 | Sayo | JR Kishin Line, Hirafuku Station | valley town
美方郡香美町 | Kami | JR San-in Line, Kasumi Station | coast
神戸市北区 | Kobe | Kobe Railway Sanda Line, Okaba Station | plain
多可郡多可町 | Taka | JR Kakogawa Line, Nishiwakishi Station | terraces valley
nara 5
宇陀市 | Uda | Kintetsu Osaka Line, Haibara Station | town valley
吉野郡吉野町 | Yoshino | Kintetsu Yoshino Line, Yamato-Kamiichi Station | valley
高市郡明日香村 | Asuka | Kintetsu Yoshino Line, Asuka Station | terraces plain
吉野郡東吉野村 | Higashiyoshino | Bus from Kintetsu Haibara Station | valley
五條市 | Gojo | JR Wakayama Line, Gojo Station | town
wakayama 5
有田郡湯浅町 | Yuasa | JR Kisei Line, Yuasa Station | town coast
田辺市 | Tanabe | JR Kisei Line, Kii-Tanabe Station | valley
東牟婁郡串本町 | Kushimoto | JR Kisei Line, Kushimoto Station | coast
海草郡紀美野町 | Kimino | JR Kisei Line, Kainan Station | terraces
伊都郡九度山町 | Kudoyama | Nankai Koya Line, Kudoyama Station | valley
tottori 4
倉吉市 | Kurayoshi | JR San-in Line, Kurayoshi Station | town
西伯郡大山町 | Daisen | JR San-in Line, Daisenguchi Station | volcano
八頭郡智頭町 | Chizu | JR Inbi Line, Chizu Station | valley town
岩美郡岩美町 | Iwami | JR San-in Line, Iwami Station | coast
shimane 5
大田市 | Oda | JR San-in Line, Nima Station | coast town
雲南市 | Unnan | JR Kisuki Line, Kisuki Station | terraces valley
鹿足郡津和野町 | Tsuwano | JR Yamaguchi Line, Tsuwano Station | town valley
隠岐郡海士町 | Ama | Ferry from Sakaiminato, Hishiura Port | coast
okayama 7
真庭市 | Maniwa | JR Kishin Line, Chugoku-Katsuyama Station | town valley
津山市 | Tsuyama | JR Tsuyama Line, Tsuyama Station | town plain
高梁市 | Takahashi | JR Hakubi Line, Bitchu-Takahashi Station | valley town
笠岡市 | Kasaoka | Ferry from Kasaoka, Shiraishi Island | coast
瀬戸内市 | Setouchi | JR Ako Line, Oku Station | coast plain
久米郡美咲町 | Misaki | JR Tsuyama Line, Kamenoko Station | terraces
美作市 | Mimasaka | Chizu Express, Miyamoto-Musashi Station | valley terraces
hiroshima 6
尾道市 | Onomichi | JR San-yo Line, Onomichi Station | coast town
呉市 | Kure | Bus from JR Hiro Station, Yutaka-machi stop | coast
竹原市 | Takehara | JR Kure Line, Takehara Station | town coast
世羅郡世羅町 | Sera | Bus from JR Onomichi Station, Kozan stop | terraces plain
三次市 | Miyoshi | JR Geibi Line, Miyoshi Station | valley
yamaguchi 6
萩市 | Hagi | JR San-in Line, Higashi-Hagi Station | town coast
大島郡周防大島町 | Suo-Oshima | JR San-yo Line, Obatake Station | coast
長門市 | Nagato | JR San-in Line, Nagato-Furuichi Station | terraces coast
柳井市 | Yanai | JR San-yo Line, Yanai Station | town
美祢市 | Mine | JR Mine Line, Mine Station | plain valley
tokushima 5
三好市 | Miyoshi | JR Dosan Line, Oboke Station | valley
美馬市 | Mima | JR Tokushima Line, Anabuki Station | town valley
勝浦郡上勝町 | Kamikatsu | Bus from JR Tokushima Station, Yokose stop | terraces
海部郡美波町 | Minami | JR Mugi Line, Hiwasa Station | coast
kagawa 4
小豆郡小豆島町 | Shodoshima | Ferry from Takamatsu, Kusakabe Port | coast terraces
三豊市 | Mitoyo | JR Yosan Line, Takuma Station | coast plain
東かがわ市 | Higashikagawa | JR Kotoku Line, Hiketa Station | town coast
仲多度郡まんのう町 | Manno | Kotoden Kotohira Line, Haiyuka Station | plain
ehime 6
喜多郡内子町 | Uchiko | JR Yosan Line, Uchiko Station | town valley
今治市 | Imabari | Bus from JR Imabari Station, Omishima stop | coast
西予市 | Seiyo | JR Yosan Line, Unomachi Station | town terraces
西宇和郡伊方町 | Ikata | Bus from JR Yawatahama Station, Misaki stop | coast
上浮穴郡久万高原町 | Kumakogen | Bus from JR Matsuyama Station, Kuma stop | alps valley
kochi 5
高岡郡四万十町 | Shimanto | JR Yodo Line, Tosa-Showa Station | valley
吾川郡仁淀川町 | Niyodogawa | Bus from JR Sakawa Station | tea valley
室戸市 | Muroto | Bus from Tosa Kuroshio Railway, Nahari Station | coast
長岡郡本山町 | Motoyama | Bus from JR Osugi Station | terraces
安芸市 | Aki | Tosa Kuroshio Railway, Aki Station | town coast
fukuoka 4
八女市 | Yame | JR Kagoshima Line, Hainuzuka Station | tea town
うきは市 | Ukiha | JR Kyudai Line, Chikugo-Yoshii Station | town terraces
朝倉市 | Asakura | Amagi Railway, Amagi Station | plain town
糸島市 | Itoshima | JR Chikuhi Line, Ikisan Station | coast
saga 5
唐津市 | Karatsu | JR Karatsu Line, Karatsu Station | coast terraces
嬉野市 | Ureshino | JR Nishi-Kyushu Shinkansen, Ureshino-Onsen Station | tea town
西松浦郡有田町 | Arita | JR Sasebo Line, Arita Station | town valley
鹿島市 | Kashima | JR Nagasaki Line, Hizen-Hama Station | town coast
nagasaki 5
長崎市 | Nagasaki City | JR Nagasaki Line, Nagasaki Station | town coast
平戸市 | Hirado | Matsuura Railway, Tabira-Hiradoguchi Station | coast
五島市 | Goto | Ferry from Nagasaki, Fukue Port | coast
雲仙市 | Unzen | Shimabara Railway, Kojiro-machi Station | volcano
kumamoto 5
阿蘇市 | Aso | JR Hohi Line, Miyaji Station | volcano
天草市 | Amakusa | Bus from JR Misumi Station, Hondo terminal | coast
山鹿市 | Yamaga | JR Kagoshima Line, Tamana Station | town plain
上益城郡山都町 | Yamato | Bus from JR Kumamoto Station, Hamamachi stop | terraces valley
oita 6
竹田市 | Taketa | JR Hohi Line, Bungo-Taketa Station | volcano town
由布市 | Yufu | JR Kyudai Line, Yufuin Station | volcano
臼杵市 | Usuki | JR Nippo Line, Usuki Station | town coast
国東市 | Kunisaki | Bus from JR Kitsuki Station | coast valley
日田市 | Hita | JR Kyudai Line, Hita Station | town valley
宇佐市 | Usa | JR Nippo Line, Yanagigaura Station | terraces plain
miyazaki 4
日南市 | Nichinan | JR Nichinan Line, Obi Station | town coast
西臼杵郡高千穂町 | Takachiho | Bus from JR Nobeoka Station, Takachiho stop | terraces valley
東臼杵郡椎葉村 | Shiiba | Bus from JR Hyugashi Station, Kami-Shiiba stop | valley
小林市 | Kobayashi | JR Kitto Line, Kobayashi Station | volcano
kagoshima 6
南九州市 | Minamikyushu | JR Ibusuki-Makurazaki Line, Ei Station | tea volcano
指宿市 | Ibusuki | JR Ibusuki-Makurazaki Line, Yamakawa Station | volcano coast
大島郡龍郷町 | Tatsugo | Bus from Amami Airport, Tatsugo stop | coast
熊毛郡屋久島町 | Yakushima | Ferry from Kagoshima, Miyanoura Port | coast
出水市 | Izumi | JR Kyushu Shinkansen, Izumi Station | town plain
okinawa 5
国頭郡今帰仁村 | Nakijin | Bus from Nago Terminal, Imadomari stop | coast
南城市 | Nanjo | Bus from Naha Terminal, Tamagusuku stop | coast
八重山郡竹富町 | Taketomi | Ferry from Ishigaki, Taketomi Port | coast
国頭郡本部町 | Motobu | Bus from Nago Terminal, Bise stop | coast
`
