/** The most common passwords, in lower case. */
const COMMON_PASSWORDS = new Set(
  `
  000000 00000000 0123456789 111111 1111111 11111111 112233 121212 123123 123123123 123321 1234567
  12345678 123456789 1234567890 123456 1234qwer 123abc 123qwe 131313 147258369 159753 1q2w3e
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222 333333 444444 555555 654321 666666 696969 777777 7777777
  87654321 888888 88888888 987654 987654321 999999 aaaaaa abc123 abcd1234 abcdef access admin1
  admin123 administrator akiya123 asdasd asdf1234 asdfgh asdfghjkl baseball batman changeme charlie
  computer daniel donald dragon engawa flower football freedom google guest123 hello1 hello123
  hunter2 iloveyou jennifer jessica jordan letmein liverpool login123 lovely master michael monkey
  mustang naruto ninja123 p@ssw0rd pass123 pass1234 passw0rd password password! password1
  password12 password123 password1234 pokemon princess qazwsx qwaszx qwe123 qwer1234 qwerty
  qwerty1 qwerty123 qwertyuiop sakura samsung secret secret123 shadow soccer starwars sunshine
  superman test123 test1234 testtest thomas trustno1 welcome welcome1 whatever zaq12wsx zxcvbn
  zxcvbnm
  `
    .trim()
    .split(/\s+/),
)

export function isCommonPassword(password: string) {
  return COMMON_PASSWORDS.has(password.toLowerCase())
}
