/**
 * The most common passwords, with the words and keyboard walks they consist of, from published lists: lowercase letters
 * and digits only. At 15 characters they appear combined rather than alone.
 */
export const commonPasswords: readonly string[] = `
  123456789012345678901234567890 12345678901234567890 1234567890123456 123456789012345 1234567890 123456789
  12345678 1234567 123456 12345 1234 0123456789 9876543210 987654321 87654321 7654321 654321 54321 4321
  11223344 112233 121212 123123 123321 12341234 1234554321 131313 159753 147258369 147258 147852 789456123
  789456 741852963 741852 963852741 456789 246810 696969 102030 314159 0987654321 09876 2580 password
  passwort motdepasse contrasena wachtwoord senha passw0rd p4ssw0rd p4ssword passwd pass admin administrator
  root toor guest user login welcome welkom willkommen bienvenue changeme change letmein letme secret
  default temporary temp test testing tester demo sample example master access system server manager office
  company business internet network computer laptop windows microsoft google apple samsung android iphone
  facebook qwertyuiopasdfghjklzxcvbnm qwertyuiopasdfghjkl qwertyuiop asdfghjkl zxcvbnm qwerty qwertz azerty
  qwert qwer asdfgh asdfg asdf zxcvbn zxcvb zxcv yuiop hjkl poiuytrewq lkjhgfdsa mnbvcxz
  1qaz2wsx3edc4rfv5tgb6yhn 1qaz2wsx3edc4rfv 1qaz2wsx3edc 1qaz2wsx 1qazxsw2 2wsx 3edc 4rfv 5tgb 6yhn 7ujm
  qazwsxedc qazwsx wsxedc edcrfv rfvtgb 1q2w3e4r5t6y7u8i9o0p 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y 1q2w3e4r5t
  1q2w3e4r 1q2w3e q1w2e3r4t5y6 q1w2e3r4t5 q1w2e3r4 q1w2e3 zaq12wsx zaq1 xsw2 cde3 a1b2c3d4e5 a1b2c3d4 a1b2c3
  1a2b3c4d 1a2b3c abcdefghijklmnopqrstuvwxyz abcdefghijklmnop abcdefghij abcdefgh abcdefg abcdef abcde abcd
  abc abc123 123abc iloveyou loveyou lovely lover love forever always baby princess sunshine sweetheart
  angel flower butterfly chocolate cookie banana cheese pepper summer winter spring autumn january february
  march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday hello hallo hola bonjour goodbye freedom whatever nothing something trustno1 trust ninja
  dragon monkey tiger lion eagle falcon phoenix panther bulldog kitten puppy horse dolphin shadow ghost
  killer hunter ranger soldier warrior knight wizard merlin gandalf hobbit starwars startrek pokemon pikachu
  naruto batman superman spiderman ironman matrix heaven hockey football baseball basketball soccer tennis
  golf liverpool arsenal chelsea barcelona juventus yankees cowboys lakers steelers corvette ferrari porsche
  mercedes mustang harley yamaha honda toyota diamond silver golden orange purple yellow black white green
  blue red money michael michelle jennifer jessica jordan joshua daniel david andrew anthony thomas robert
  william richard charlie charles george jackson matthew nicole nicholas ashley amanda hannah samantha
  stephanie elizabeth patrick alexander benjamin christopher maria martin maggie buster ginger snoopy
  scooter bailey peanut harry potter jesus christ correcthorsebatterystaple correct battery staple
  thisismypassword thisisapassword mypassword yourpassword newpassword oldpassword nopassword passphrase
  mysecret topsecret supersecret opensesame sesame letmeinnow iamthebest sales bonus commission compensation
  attain
`
  .trim()
  .split(/\s+/);
