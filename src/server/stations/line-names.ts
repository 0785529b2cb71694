const OPERATORS: Record<string, string> = {
  ...{ JR: 'JR', ＪＲ: 'JR', 近鉄: 'Kintetsu', 東武: 'Tobu', 西武: 'Seibu', 京成: 'Keisei' },
  ...{ 京急: 'Keikyu', 京王: 'Keio', 小田急: 'Odakyu', 東急: 'Tokyu', 相鉄: 'Sotetsu' },
  ...{ 名鉄: 'Meitetsu', 南海: 'Nankai', 阪急: 'Hankyu', 阪神: 'Hanshin', 京阪: 'Keihan' },
  ...{ 西鉄: 'Nishitetsu', 神鉄: 'Shintetsu', 神戸電鉄: 'Shintetsu' },
  ...{ 東京メトロ: 'Tokyo Metro', 都営: 'Toei', 札幌市営: 'Sapporo Subway' },
  ...{ 富山地方鉄道: 'Toyama Chiho Railway', 富山地鉄: 'Toyama Chiho Railway' },
  ...{ えちぜん鉄道: 'Echizen Railway', 福井鉄道: 'Fukui Railway', 北条鉄道: 'Hojo Railway' },
  ...{ あいの風とやま鉄道: 'Ainokaze Toyama Railway', 万葉線: 'Man-yo Line' },
  ...{ しなの鉄道: 'Shinano Railway', 三陸鉄道: 'Sanriku Railway', 上信電鉄: 'Joshin Railway' },
  ...{ 松浦鉄道: 'Matsuura Railway', 真岡鐵道: 'Moka Railway', 北越急行: 'Hokuetsu Express' },
  ...{ 京都丹後鉄道: 'Kyoto Tango Railway', 山陽電鉄: 'Sanyo Electric Railway' },
  ...{ くま川鉄道: 'Kumagawa Railway', 山形鉄道: 'Yamagata Railway', いすみ鉄道: 'Isumi Railway' },
  ...{ 肥薩おれんじ鉄道: 'Hisatsu Orange Railway', 筑豊電気鉄道: 'Chikuho Electric Railroad' },
  ...{ 和歌山電鐵: 'Wakayama Electric Railway', 平成筑豊鉄道: 'Heisei Chikuho Railway' },
  ...{ ハピラインふくい: 'Hapi-Line Fukui', 若桜鉄道: 'Wakasa Railway' },
  ...{
    福島交通: 'Fukushima Transportation',
    関東鉄道: 'Kanto Railway',
    津軽鉄道: 'Tsugaru Railway',
  },
  ...{ つくばエクスプレス: 'Tsukuba Express', 秋田内陸縦貫鉄道: 'Akita Nairiku Railway' },
  ...{ いわて銀河鉄道: 'Iwate Galaxy Railway', 高松琴平電気鉄道: 'Kotoden' },
  ...{ 由利高原鉄道: 'Yuri Kogen Railway', 豊橋鉄道: 'Toyohashi Railroad' },
  ...{ 伊予鉄道: 'Iyotetsu', 養老鉄道: 'Yoro Railway', 阿武隈急行: 'Abukuma Express' },
  ...{ 三岐鉄道: 'Sangi Railway', 四日市あすなろう: 'Yokkaichi Asunarou Railway' },
  ...{ 一畑電車: 'Ichibata Electric Railway', 岡山電気軌道: 'Okayama Electric Tramway' },
  ...{ ひたちなか海浜鉄道: 'Hitachinaka Seaside Railway', 伊勢鉄道: 'Ise Railway' },
  ...{ 道南いさりび鉄道: 'South Hokkaido Railway', 水間鉄道: 'Mizuma Railway' },
  ...{ 伊豆箱根鉄道: 'Izuhakone Railway', 岳南電車: 'Gakunan Railway' },
  ...{ 長野電鉄: 'Nagano Electric Railway', 熊本電気鉄道: 'Kumamoto Electric Railway' },
  ...{ 泉北高速鉄道: 'Semboku Rapid Railway', 甘木鉄道: 'Amagi Railway' },
  ...{ 土佐くろしお: 'Tosa Kuroshio', 日本海ひすいライン: 'Nihonkai Hisui Line' },
  ...{
    妙高はねうまライン: 'Myoko Haneuma Line',
    宇都宮芳賀ライトレール線: 'Utsunomiya Light Rail',
  },
}

/** Names of lines, as they stand before `線`, `本線` and `新幹線`. */
const LINES: Record<string, string> = {
  ...{ 日豊: 'Nippo', 山陽: 'Sanyo', 奥羽: 'Ou', 山陰: 'San-in', 常磐: 'Joban', 中央: 'Chuo' },
  ...{ 徳島: 'Tokushima', 高山: 'Takayama', 羽越: 'Uetsu', 東北: 'Tohoku', 信越: 'Shin-etsu' },
  ...{ 鹿児島: 'Kagoshima', 津山: 'Tsuyama', 予讃: 'Yosan', 花輪: 'Hanawa', 姫新: 'Kishin' },
  ...{ 唐津: 'Karatsu', 筑肥: 'Chikuhi', 呉: 'Kure', 吾妻: 'Agatsuma', 和歌山: 'Wakayama' },
  ...{ 指宿枕崎: 'Ibusuki-Makurazaki', 只見: 'Tadami', 五能: 'Gono', 加古川: 'Kakogawa' },
  ...{ 長崎: 'Nagasaki', 北陸: 'Hokuriku', 豊肥: 'Hohi', 播但: 'Bantan', 函館: 'Hakodate' },
  ...{ 伯備: 'Hakubi', 紀勢: 'Kisei', 東海道: 'Tokaido', '東海道・山陽': 'Tokaido and Sanyo' },
  ...{ 日光: 'Nikko', 越美北: 'Etsumi-Hoku', 高徳: 'Kotoku', 御殿場: 'Gotemba', 釜石: 'Kamaishi' },
  ...{ 上越: 'Joetsu', 氷見: 'Himi', 室蘭: 'Muroran', 佐世保: 'Sasebo', 土讃: 'Dosan' },
  ...{ 三角: 'Misumi', 水郡: 'Suigun', 関西: 'Kansai', 赤穂: 'Ako', 両毛: 'Ryomo', 水戸: 'Mito' },
  ...{ 身延: 'Minobu', 成田: 'Narita', 白新: 'Hakushin', 飯山: 'Iiyama', 小野田: 'Onoda' },
  ...{ 左沢: 'Aterazawa', 城端: 'Johana', 北上: 'Kitakami', 因美: 'Imbi', 福知山: 'Fukuchiyama' },
  ...{ 久大: 'Kyudai', 石北: 'Sekihoku', 八戸: 'Hachinohe', 山田: 'Yamada', 根室: 'Nemuro' },
  ...{ 外房: 'Sotobo', 桜井: 'Sakurai', 米坂: 'Yonesaka', 名松: 'Meisho', 芸備: 'Geibi' },
  ...{ 学園都市: 'Gakuen-Toshi', 小海: 'Koumi', 越後: 'Echigo', 総武: 'Sobu', 青梅: 'Ome' },
  ...{ 吉都: 'Kitto', 内房: 'Uchibo', 吉備: 'Kibi', 太多: 'Taita', 境: 'Sakai', 阪和: 'Hanwa' },
  ...{ 筑豊: 'Chikuho', 磐越西: 'Ban-etsu West', 磐越東: 'Ban-etsu East', 大湊: 'Ominato' },
  ...{ 宗谷: 'Soya', 肥薩: 'Hisatsu', 瀬戸大橋: 'Seto-Ohashi', 留萌: 'Rumoi', 日南: 'Nichinan' },
  ...{ 石巻: 'Ishinomaki', 男鹿: 'Oga', 参宮: 'Sangu', 草津: 'Kusatsu', 篠ノ井: 'Shinonoi' },
  ...{ 七尾: 'Nanao', 飯田: 'Iida', 湖西: 'Kosei', 高崎: 'Takasaki', 田沢湖: 'Tazawako' },
  ...{
    岩徳: 'Gantoku',
    鹿島: 'Kashima',
    鳴門: 'Naruto',
    牟岐: 'Mugi',
    予土: 'Yodo',
    木次: 'Kisuki',
  },
  ...{ 美祢: 'Mine', 宇部: 'Ube', 可部: 'Kabe', 福塩: 'Fukuen', 宇野: 'Uno', 舞鶴: 'Maizuru' },
  ...{ 小浜: 'Obama', 奈良: 'Nara', 大糸: 'Oito', 武豊: 'Taketoyo', 伊東: 'Ito', 東金: 'Togane' },
  ...{ 久留里: 'Kururi', 八高: 'Hachiko', 川越: 'Kawagoe', 横浜: 'Yokohama', 仙山: 'Senzan' },
  ...{ 仙石: 'Senseki', 陸羽東: 'Rikuu East', 陸羽西: 'Rikuu West', 大船渡: 'Ofunato' },
  ...{ 気仙沼: 'Kesennuma', 津軽: 'Tsugaru', 弥彦: 'Yahiko', 釧網: 'Senmo', 富良野: 'Furano' },
  ...{ 篠栗: 'Sasaguri', 日田彦山: 'Hitahikosan', 後藤寺: 'Gotoji', 大村: 'Omura' },
  ...{
    九州: 'Kyushu',
    西九州: 'Nishi-Kyushu',
    山形: 'Yamagata',
    秋田: 'Akita',
    北海道: 'Hokkaido',
  },
  ...{ 吉野: 'Yoshino', 大阪: 'Osaka', 名古屋: 'Nagoya', 鳥羽: 'Toba', 志摩: 'Shima' },
  ...{ 三国芦原: 'Mikuni-Awara', 宮豊: 'Miyatoyo', 宮福: 'Miyafuku', 佐野: 'Sano', 広見: 'Hiromi' },
  ...{ 貴志川: 'Kishigawa', 田川: 'Tagawa', 伊田: 'Ita', 東上: 'Tojo', 伊勢崎: 'Isesaki' },
  ...{
    常総: 'Joso',
    秩父: 'Chichibu',
    甘木: 'Amagi',
    宇都宮: 'Utsunomiya',
    各務原: 'Kakamigahara',
  },
  ...{ 富山港: 'Toyamako', 富山都心: 'Toyama Toshin', 湯の山: 'Yunoyama', 志度: 'Shido' },
  ...{ 鳥海山ろく: 'Chokai Sanroku', 渥美: 'Atsumi', 御所: 'Gose', 橿原: 'Kashihara' },
  ...{ 高浜: 'Takahama', 長野: 'Nagano', 上滝: 'Kamidaki', 立山: 'Tateyama', 高野: 'Koya' },
  ...{ 三岐: 'Sangi', 北勢: 'Hokusei', 犬山: 'Inuyama', 小牧: 'Komaki', 北松江: 'Kita-Matsue' },
  ...{ 南北: 'Namboku', 東西: 'Tozai', 加太: 'Kada', 高師浜: 'Takashinohama', 桐生: 'Kiryu' },
  ...{ 東山: 'Higashiyama', 池袋: 'Ikebukuro', 三田: 'Sanda', 鈴鹿: 'Suzuka', 大雄山: 'Daiyuzan' },
  ...{ 野田: 'Noda', 久里浜: 'Kurihama', 小田原: 'Odawara', 天理: 'Tenri', 田原本: 'Tawaramoto' },
  ...{ 和歌山港: 'Wakayamako', 福武: 'Fukubu', リアス: 'Rias', ほくほく: 'Hokuhoku' },
  ...{ フラワー長井: 'Flower Nagai', 'ごめん・なはり': 'Gomen-Nahari', 有馬: 'Arima' },
}

const KINDS: [ending: string, word: string][] = [
  ['新幹線', 'Shinkansen'],
  ['本線', 'Main Line'],
  ['線', 'Line'],
]
const BY_LENGTH = Object.entries(OPERATORS).toSorted(([one], [other]) => other.length - one.length)

/**
 * The English name of a line, such as `JR Yosan Line` for `JR予讃線`. Null if a word of the name is
 * unknown.
 */
export function lineName(japanese: string): string | null {
  const [start = '', operator] = BY_LENGTH.find(([start]) => japanese.startsWith(start)) ?? []
  const rest = japanese.slice(start.length).replace(/^[ 　]/, '')
  const words = rest === '' ? [] : wordsOf(rest)
  return words && [operator, ...words].filter((word) => word !== undefined).join(' ')
}

function wordsOf(line: string) {
  for (const [ending, word] of KINDS) {
    if (!line.endsWith(ending)) continue
    const name = line.slice(0, -ending.length)
    if (name === '') return [word]
    if (LINES[name]) return [LINES[name], word]
  }
  return null
}
