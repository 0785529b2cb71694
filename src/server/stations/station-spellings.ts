/**
 * Spellings of stations whose reading in the dictionary is missing, wrong or ambiguous. A key with
 * a line, such as `JR福知山線/三田`, applies only to this line, because a station of the same name on
 * another line has another reading.
 */
export const STATION_SPELLINGS: Record<string, string> = {
  ...spellings(
    '佐伯 Saiki 岡谷 Okaya 亀甲 Kamenoko 杵築 Kitsuki 石動 Isurugi 下市口 Shimoichiguchi',
  ),
  ...spellings('北条町 Hojomachi 鹿沼 Kanuma 西脇市 Nishiwakishi 上臼杵 Kami-Usuki 杉崎 Sugisaki'),
  ...spellings('あわら湯のまち Awara-Yunomachi 熊崎 Kumasaki 与謝野 Yosano 臼杵 Usuki 和気 Wake'),
  ...spellings('ひたち野うしく Hitachino-Ushiku 竹原 Takehara 能代 Noshiro 木造 Kizukuri 小城 Ogi'),
  ...spellings('左沢 Aterazawa 門川 Kadogawa 扇田 Ogita 鳥羽 Toba 播磨新宮 Harima-Shingu'),
  ...spellings('柿崎 Kakizaki 鶴崎 Tsurusaki 上田 Ueda 柳ケ浦 Yanagigaura 水沢 Mizusawa'),
  ...spellings('中山香 Nakayamaga 羽鳥 Hatori 中多久 Naka-Taku 日向市 Hyugashi 網田 Oda 埴生 Habu'),
  ...spellings('テクノさかき Tekuno-Sakaki 郡家 Koge たびら平戸口 Tabira-Hiradoguchi 秋田 Akita'),
  ...spellings('高岡やぶなみ Takaoka-Yabunami 宇土 Uto 戸倉 Togura 真岡 Moka 勝浦 Katsuura'),
  ...spellings('瀬戸 Seto 桃川 Momonokawa 柳井港 Yanaiminato 湯沢 Yuzawa 白子 Shiroko 緒方 Ogata'),
  ...spellings('オレンジタウン Orange Town 伏木 Fushiki 西出水 Nishi-Izumi 北上 Kitakami'),
  ...spellings(
    '江崎 Esaki 越ケ浜 Koshigahama 新宮 Shingu 宮古 Miyako 旭川 Asahikawa 上松 Agematsu',
  ),
  ...spellings('小野田港 Onodako 南小野田 Minami-Onoda 小野田 Onoda 下庄 Shimonosho 直見 Naomi'),
  ...spellings(
    '宇和島 Uwajima 有馬温泉 Arima-Onsen 八戸 Hachinohe 名寄 Nayoro 登別 Noboribetsu 三沢 Misawa 千歳 Chitose',
  ),
  ...spellings('七戸十和田 Shichinohe-Towada 上州一ノ宮 Joshu-Ichinomiya 葛生 Kuzu 戸出 Toide'),
  ...spellings('米内沢 Yonaizawa 新高岡 Shin-Takaoka 上越妙高 Joetsumyoko 大分 Oita 高城 Takajo'),
  ...spellings('虫川大杉 Mushigawa-Osugi 小佐野 Kosano 三河田原 Mikawa-Tahara 丸岡 Maruoka'),
  ...spellings('西長田ゆりの里 Nishinagata-Yurinosato 阿波半田 Awa-Handa 寺内 Terauchi'),
  ...spellings('砂川 Sunagawa 生野 Ikuno 安中 Annaka 六田 Muda 富海 Tonomi 壬生 Mibu 巣子 Suko'),
  ...spellings('久那土 Kunado よしかわ Yoshikawa 下妻 Shimotsuma 岩瀬 Iwase 福渡 Fukuwatari'),
  ...spellings('建部 Takebe 早口 Hayaguchi 長洲 Nagasu 上市 Kamiichi 福崎 Fukusaki 鳥栖 Tosu'),
  ...spellings('野馳 Nochi 丹治部 Tajibe 井倉 Ikura 新八代 Shin-Yatsushiro 八代 Yatsushiro'),
  ...spellings('ほくほく大島 Hokuhoku-Oshima 新富山口 Shin-Toyamaguchi 中条 Nakajo 白市 Shiraichi'),
  ...spellings('北宇智 Kita-Uchi 菅尾 Sugao 庄川口 Shogawaguchi 穴山 Anayama 日野春 Hinoharu'),
  ...spellings(
    '北海道医療大学 Hokkaido-Iryodaigaku 天津 Amatsu 松江 Matsue 大月 Otsuki 赤瀬 Akase',
  ),
  ...spellings('緑川 Midorikawa 土市 Doichi 下条 Gejo 滝川 Takikawa 霧島神宮 Kirishima-Jingu'),
  ...spellings('伊勢崎 Isesaki 中妻 Nakatsuma 古河 Koga 御代田 Miyota 久々野 Kuguno 徳山 Tokuyama'),
  ...spellings(
    '岩手船越 Iwate-Funakoshi 松川 Matsukawa 総社 Soja 弓削 Yuge 美作落合 Mimasaka-Ochiai',
  ),
  ...spellings('下川沿 Shimokawazoi 平館 Tairadate 古虎渓 Kokokei 御着 Gochaku 溝口 Mizoguchi'),
  ...spellings('高橋 Takahashi 永尾 Nagao 浜崎 Hamasaki 川合高岡 Kawai-Takaoka 高茶屋 Takachaya'),
  ...spellings('日本へそ公園 Nihonheso-Koen 合川 Aikawa 刑部 Osakabe 小沢 Kozawa 土沢 Tsuchizawa'),
  ...spellings('関山 Sekiyama 谷浜 Tanihama 肥前鹿島 Hizen-Kashima 鈴鹿市 Suzukashi 油田 Aburaden'),
  ...spellings('西富山 Nishi-Toyama 開発 Kaihotsu 下麻生 Shimoaso 大城 Oki 河原田 Kawarada'),
  ...spellings(
    '赤堀 Akahori 狩生 Kariu 上岡 Kamioka 大堰 Ozeki 中間 Nakama 室生口大野 Muroguchi-Ono',
  ),
  ...spellings('千代川 Chiyokawa 五十鈴ケ丘 Isuzugaoka 幸崎 Kozaki 二塚 Futatsuka 野田市 Nodashi'),
  ...spellings('鶴羽 Tsuruwa 讃岐津田 Sanuki-Tsuda 造田 Zoda 豊前松江 Buzen-Shoe 佐倉 Sakura'),
  ...spellings('羽後亀田 Ugo-Kameda 前郷 Maego 出水 Izumi 犬山口 Inuyamaguchi 犬山 Inuyama'),
  ...spellings(
    '和賀仙人 Waka-Sennin 法華口 Hokkeguchi 播磨下里 Harima-Shimosato 水間観音 Mizuma-Kannon',
  ),
  ...spellings('坂上 Sakakami 杉原 Sugihara 近鉄奈良 Kintetsu-Nara 鴨島 Kamojima 楡木 Niregi'),
  ...spellings('阿波川島 Awa-Kawashima 新鹿沼 Shin-Kanuma 新田原 Shindenbaru 東武和泉 Tobu-Izumi'),
  ...spellings('野州山辺 Yashu-Yamabe 足利市 Ashikagashi 山前 Yamamae 新府 Shimpu 玉江 Tamae'),
  ...spellings(
    '松江しんじ湖温泉 Matsue-Shinjiko-Onsen 浦本 Uramoto 小高 Odaka 富根 Tomine 甲西 Kosei',
  ),
  ...spellings(
    '肥後長浜 Higo-Nagahama 松橋 Matsubase 塩崎 Shiozaki 西田井 Nishidai 払川 Haraikawa',
  ),
  ...spellings('小作 Ozaku 鹿部 Shikabe 深川 Fukagawa 吉原本町 Yoshiwara-Honcho 富士川 Fujikawa'),
  ...spellings('吉原 Yoshiwara 渡島砂原 Oshima-Sawara 上川 Kamikawa 北24条 Kita-Nijuyo-Jo'),
  ...spellings(
    '肥前飯田 Hizen-Iida 三河一宮 Mikawa-Ichinomiya 安中榛名 Annaka-Haruna 日当山 Hinatayama',
  ),
  ...spellings(
    '赤目口 Akameguchi えびの上江 Ebino-Uwae 東山北 Higashi-Yamakita 新松田 Shin-Matsuda',
  ),
  ...spellings('山陽曽根 Sanyo-Sone 高麗 Koma 大神 Oga 立石 Tateishi 白河 Shirakawa 三妻 Mitsuma'),
  ...spellings('四ツ倉 Yotsukura 大垣 Ogaki 大道 Daido 熊谷 Kumagaya 駒込 Komagome 五泉 Gosen'),
  ...spellings('三津 Mitsu 津軽中里 Tsugaru-Nakasato 陸奥鶴田 Mutsu-Tsuruda 播磨町 Harimacho'),
  ...spellings(
    '坂戸 Sakado 北坂戸 Kita-Sakado 甲斐常葉 Kai-Tokiwa 宮津 Miyazu 二戸 Ninohe 光 Hikari',
  ),
  ...spellings(
    '岩田 Iwata 飯山 Iiyama 滝沢 Takizawa 浜河内 Hamagochi 和泉府中 Izumi-Fuchu 静 Shizu',
  ),
  ...spellings('駿河小山 Suruga-Oyama 鍼灸大学前 Shinkyudaigakumae 赤塚 Akatsuka 十二所 Junisho'),
  ...spellings('鹿島神宮 Kashima-Jingu 常陸大宮 Hitachi-Omiya 新那加 Shin-Naka 瀬上 Senoue'),
  ...spellings(
    '市民公園前 Shimin-Koen-Mae 各務原市役所前 Kakamigahara-Shiyakusho-Mae 神明 Shimmei',
  ),
  ...spellings(
    '笹木野 Sasakino 花水坂 Hanamizuzaka 余子 Amariko 治良門橋 Jiroembashi 槻木 Tsukinoki',
  ),
  ...spellings('備前一宮 Bizen-Ichinomiya 志摩赤崎 Shima-Akasaki 小原 Obara 西笠田 Nishi-Kaseda'),
  ...spellings('笠田 Kaseda 鵜住居 Unosumai 新三田 Shin-Sanda 上枝 Hozue 中津川 Nakatsugawa'),
  ...spellings(
    '陸中山田 Rikuchu-Yamada 豊前長洲 Buzen-Nagasu 三国神社 Mikuni-Jinja 福島 Fukushima',
  ),
  ...spellings(
    '富田林 Tondabayashi 名電長沢 Meiden-Nagasawa 原ノ町 Haranomachi 河内長野 Kawachi-Nagano',
  ),
  ...spellings(
    '大津港 Otsuko 上下浜 Jogehama 東園 Higashisono 信太山 Shinodayama 東青梅 Higashi-Ome',
  ),
  ...spellings('万座・鹿沢口 Manza-Kazawaguchi 箸蔵 Hashikura 鳴石 Naruishi 関ノ宮 Sekinomiya'),
  ...spellings(
    '本黒田 Hon-Kuroda 上州七日市 Joshu-Nanokaichi 上州福島 Joshu-Fukushima 大阿太 Oada',
  ),
  ...spellings(
    '今川河童 Imagawakappa 中加積 Naka-Kazumi 西滑川 Nishi-Namerikawa 肥前麓 Hizen-Fumoto',
  ),
  ...spellings(
    '神村学園前 Kamimuragakuenmae 希望が丘高校前 Kibogaokakokomae 東中間 Higashi-Nakama',
  ),
  ...spellings('筑豊中間 Chikuho-Nakama 泉外旭川 Izumi-Sotoasahikawa 米島口 Yoneshimaguchi'),
  ...spellings('肥前長田 Hizen-Nagata 東諫早 Higashi-Isahaya 肥前大浦 Hizen-Oura 北森 Kitamori'),
  ...spellings('京成成田 Keisei-Narita 常陸津田 Hitachi-Tsuda 南福島 Minami-Fukushima'),
  ...spellings('はりまや橋 Harimayabashi'),
  ...spellings('屋代高校前 Yashirokokomae あいの里教育大 Ainosato-Kyoikudai 北真岡 Kita-Moka'),
  ...{
    'JR山陽本線/入野': 'Nyuno',
    '万葉線/片原町': 'Kataharamachi',
    '万葉線/末広町': 'Suehirocho',
  },
  ...{ 'JR越後線/桐原': 'Kirihara', 'JR只見線/滝谷': 'Takiya', 'JR東海道本線/荒尾': 'Arao' },
  ...{ '三岐鉄道三岐線/平津': 'Heizu', 'JR指宿枕崎線/白沢': 'Shirasawa' },
  ...{
    '妙高はねうまライン/高田': 'Takada',
    'JR和歌山線/高田': 'Takada',
    'JR長崎本線/高田': 'Takata',
  },
  ...{ 'JR山陰本線/日吉': 'Hiyoshi', 'JR高山本線/高山': 'Takayama', 'JR信越本線/宮内': 'Miyauchi' },
  ...{ '山形鉄道フラワー長井線/宮内': 'Miyauchi', '日本海ひすいライン/青海': 'Omi' },
  ...{ 'JR播但線/新野': 'Niino', 'JR牟岐線/新野': 'Aratano', 'JR御殿場線/山北': 'Yamakita' },
  ...{ 'JR羽越本線/新屋': 'Araya', 'JR奥羽本線/白沢': 'Shirasawa', 'JR高徳線/神前': 'Kanzaki' },
  ...{ 'あいの風とやま鉄道/滑川': 'Namerikawa', 'JR吾妻線/金島': 'Kanashima' },
  ...{ 'JR山陰本線/八木': 'Yagi', 'JR福知山線/三田': 'Sanda', 'JR両毛線/佐野': 'Sano' },
  ...{ 'JR日豊本線/国分': 'Kokubu', 'JR東北本線/本宮': 'Motomiya', 'JR山陽本線/河内': 'Kochi' },
  ...{ 'JR播但線/長谷': 'Hase', 'JR鹿児島本線/荒尾': 'Arao', '妙高はねうまライン/新井': 'Arai' },
  ...{ 'JR高山本線/千里': 'Chisato', 'JR和歌山線/橋本': 'Hashimoto', 'JR和歌山線/大谷': 'Otani' },
  ...{ 'JR北上線/柳原': 'Yanagihara', 'JR伯備線/新郷': 'Niizato', 'JR関西本線/加太': 'Kabuto' },
  ...{ '南海加太線/加太': 'Kada', 'JR奥羽本線/和田': 'Wada', '東武佐野線/多田': 'Tada' },
  ...{ 'JR両毛線/富田': 'Tomita', 'JR常磐線/山下': 'Yamashita', '山陽電鉄本線/別府': 'Befu' },
  ...{ 'JR日豊本線/別府': 'Beppu', 'JR五能線/中田': 'Nakata', 'JR牟岐線/中田': 'Chuden' },
  ...{ 'JR東北本線/石橋': 'Ishibashi', 'JR山陽本線/島田': 'Shimata', 'JR湖西線/小野': 'Ono' },
  ...{ '長野電鉄長野線/桜沢': 'Sakurasawa', 'JR水戸線/大和': 'Yamato', 'JR水郡線/河合': 'Kawai' },
  ...{ '南海加太線/八幡前': 'Hachimanmae', '福島交通/平野': 'Hirano', 'JR紀勢本線/朝来': 'Asso' },
  ...{ 'JR関西本線/長島': 'Nagashima', '北条鉄道/田原': 'Tahara', '北条鉄道/長': 'Osa' },
  ...{ 'JR徳島線/小島': 'Oshima', 'JR徳島線/下浦': 'Shimoura', 'JR成田線/小林': 'Kobayashi' },
  ...{ '山陽電鉄本線/伊保': 'Iho', 'JR和歌山線/打田': 'Uchita', '東武東上線/高坂': 'Takasaka' },
  ...{ '三陸鉄道リアス線/平田': 'Heita', 'JR成田線/安食': 'Ajiki', 'JR函館本線/高砂': 'Takasago' },
  ...{ '京成本線/志津': 'Shizu', 'JR学園都市線/新川': 'Shinkawa', 'JR日豊本線/牧': 'Maki' },
}

/** Parses an alternating list of names and spellings. A spelling may have several words. */
function spellings(text: string) {
  const pairs = text.matchAll(/(?<name>\S+) (?<spelling>[A-Z][A-Za-z-]*(?: [A-Z][A-Za-z]*)*)/g)
  return Object.fromEntries(
    [...pairs].map(({ groups }) => [groups?.name ?? '', groups?.spelling ?? '']),
  )
}
