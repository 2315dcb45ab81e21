/**
 * What the commonest passwords are made of: words, names, teams, rows of keys. Written down for
 * Kassa from what is generally known of leaked lists. `isCommon` finds them alone, joined, doubled,
 * with digits and signs around them, and with letters written as digits, so that a list of this
 * size stands for some millions of passwords.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
password passwort passwd pass passe passcode parola senha contrasena contraseña motdepasse wachtwoord
haslo heslo salasana losenord lozinka sifre sandi kennwort geheim secret secreto segredo default
admin administrator root user username guest test testing tester demo sample example temp temporary
login logon signin welcome welkom willkommen bienvenue bienvenido benvenuto hello hallo hola bonjour
ciao salut servus letmein openup opensesame sesame access entry enter master superuser superman
super system server service support office company business work project manager director boss staff
change changeme changeit changethis newpassword mypassword yourpassword nopassword thispassword
password1 trustno iloveyou iloveu ilove loveyou loveme lovely lover love forever always never
together kisses kiss hugs heart sweetheart sweetie honey baby babygirl babyboy angel angels princess
prince queen king kingdom knight lady ladies girl girls boy boys woman women man men friend friends
family mother mommy mama mom father daddy papa dad brother sister daughter son children child grandma
sunshine sunflower sunset sunrise sunny moon moonlight star stars starlight sky heaven rainbow rain
snow snowball winter spring summer autumn fall january february march april may june july august
september october november december monday tuesday wednesday thursday friday saturday sunday today
tomorrow yesterday birthday christmas easter halloween holiday vacation weekend
dragon monkey tiger lion panther leopard cheetah jaguar bear wolf fox eagle falcon hawk raven phoenix
dolphin shark whale fish penguin turtle rabbit bunny hamster mouse kitty kitten cat cats dog doggy dogs
puppy horse pony cow pig chicken duck goose snake spider scorpion unicorn butterfly bumblebee ladybug
elephant giraffe panda koala gorilla donkey mustang bronco stallion cobra viper python
football soccer baseball basketball hockey tennis golf golfer rugby cricket volleyball swimming boxing
karate skater snowboard surfer surfing fishing hunting racing driver player coach champion winner
victory liverpool arsenal chelsea manchester united everton barcelona barca realmadrid madrid juventus
milan inter bayern dortmund schalke ajax feyenoord celtic rangers galatasaray fenerbahce besiktas
benfica porto flamengo corinthians palmeiras lakers bulls celtics warriors yankees redsox cubs dodgers
giants cowboys steelers packers raiders eagles patriots broncos dolphins falcons chargers vikings
batman superwoman spiderman ironman hulk thor wolverine joker robin catwoman deadpool avengers marvel
starwars skywalker vader yoda jedi anakin startrek spock enterprise matrix neo trinity morpheus gandalf
frodo hobbit legolas harrypotter hogwarts gryffindor hermione dumbledore voldemort pokemon pikachu
charizard naruto sasuke dragonball goku vegeta zelda mario luigi sonic minecraft fortnite roblox
counterstrike warcraft starcraft diablo halo pacman tetris playstation nintendo xbox gamer gaming game
hunter killer ninja samurai pirate ranger shadow ghost phantom demon devil lucifer satan hell death
darkness dark night midnight knight black white red blue green yellow orange purple pink brown silver
gold golden diamond pearl ruby crystal emerald sapphire amber jade
apple banana orange cherry strawberry blueberry raspberry peach lemon melon watermelon mango coconut
pineapple grape cookie cookies chocolate candy sugar honey butter cheese pizza burger coffee pepper
peanut potato tomato pumpkin biscuit muffin cupcake brownie cocacola pepsi whiskey vodka
computer internet laptop keyboard monitor windows microsoft apple iphone android samsung google
facebook youtube twitter instagram whatsapp snapchat tiktok netflix amazon ebay paypal yahoo hotmail
gmail linux ubuntu debian oracle mysql postgres database network wireless router cisco security secure
hacker hacking coding developer program programmer software hardware website wordpress github docker
kubernetes jenkins kassa checkout dashboard shop store seller payment payments money dollar dollars euro
rich million millionaire bitcoin ethereum crypto wallet bank banking
america american usa england english london britain scotland ireland canada australia germany deutschland
berlin hamburg munich muenchen france paris espana spain italia italy roma rome portugal lisboa brasil
brazil mexico argentina chile colombia russia moscow moskva polska poland warszawa ukraine china beijing
japan tokyo korea seoul india mumbai delhi pakistan indonesia jakarta singapore vietnam thailand turkey
istanbul turkiye egypt nigeria africa texas california chicago newyork boston dallas houston denver
phoenix vegas miami florida hawaii alaska
michael jessica ashley matthew joshua jennifer amanda daniel david james robert john joseph andrew ryan
brandon jason justin sarah william jonathan stephanie brian nicole nicholas anthony heather eric
elizabeth adam megan melissa kevin steven thomas timothy christina kyle rachel laura lauren amber brittany
danielle richard kimberly jeffrey amy crystal michelle tiffany jeremy benjamin mark emily aaron charles
rebecca jacob stephen patrick sean erin jamie kelly samantha nathan sara dustin paul angela tyler scott
katherine andrea gregory erica mary travis lisa kenneth bryan lindsey kristen jose alexander jesse katie
lindsay shannon vanessa courtney christine alicia cody allison bradley samuel shawn april derek kathryn
kristin chad jenna tara maria krystal jared anna edward julie peter holly marcus kristina natalie jordan
victoria jacqueline corey keith monica juan donald cassandra meghan joel shane phillip patricia brett
ronald catherine george antonio cynthia stacy kathleen raymond carlos brandi douglas nathaniel ian craig
brandy alex valerie veronica cory whitney gary derrick philip luis diana chelsea leslie caitlin leah
natasha erika casey latoya erik dana victor brent dominique frank brittney evan gabriel julia candice
karen melanie adrian stacey margaret sheena wesley vincent alexandra katrina bethany nichole larry jeff
chris mike steve dave dan tom tim jim joe bob bill ben sam max leo charlie oliver harry jack oscar lucas
emma olivia sophia sophie chloe lucy lily ella grace mia zoe amelia charlotte hannah isabella isabelle
abigail madison taylor ashton buddy bailey maggie molly ginger pepper rocky lucky toby bear duke coco
princess simba tigger garfield snoopy scooby mickey minnie donald goofy bambi winnie barbie hellokitty
martin andreas stefan thomas christian markus sebastian tobias florian matthias anja sabine claudia
petra monika susanne nicole katharina hans peter klaus juergen wolfgang ahmed mohamed mohammed ali fatima
omar hassan hussein mustafa yusuf ivan dmitri sergey andrey alexey nikita natalia olga elena svetlana
tatiana irina katya sasha pierre jean marie claire camille julien nicolas antoine francois louis jose
miguel alejandro fernando roberto ricardo eduardo pedro pablo manuel francisco javier diego sofia lucia
carmen gabriela valentina giuseppe giovanni marco luca matteo andrea francesca giulia chiara wang zhang
chen yang huang woaini
qwerty qwertz azerty qwertyu qwertyui qwertyuiop qwertzuiop azertyuiop asdf asdfg asdfgh asdfghj asdfghjk
asdfghjkl zxcv zxcvb zxcvbn zxcvbnm yxcvbnm qaz qazwsx qazwsxedc wsx edc rfv qwer qwert qweasd qweasdzxc
zaq xsw qwaszx asdzxc poiuyt poiuytrewq lkjhgfdsa mnbvcxz dvorak abc abcd abcde abcdef abcdefg abcdefgh
abcdefghi abcdefghij xyz aaa bbb ccc ddd eee fff ggg hhh xxx zzz
correcthorsebatterystaple
the one two three four five six seven eight nine ten hundred thousand first second third last best
number numbers letters words word phrase sentence correct battery staple horse nothing something anything
everything someone anyone everyone nobody somebody whatever whoever because please thank thanks thankyou
sorry yes okay fine good great awesome amazing perfect beautiful pretty cute sexy hottie crazy stupid
idiot funny happy lucky magic magical mystery dream dreams dreamer believe hope faith peace freedom liberty
justice truth jesus jesuschrist christ god godisgood blessed blessing church bible amen allah buddha
music musica guitar piano drums rock rocknroll metal metallica nirvana beatles queen slipknot korn eminem
tupac elvis hiphop rapper dance dancer dancing singer singing
school college university student teacher doctor nurse police fireman soldier army marine marines navy
airforce captain general major sergeant colonel commander
ferrari porsche mercedes bmw audi volkswagen toyota honda nissan mazda subaru ford chevy chevrolet camaro
corvette dodge jeep harley davidson yamaha suzuki kawasaki ducati lamborghini
flower flowers rose roses daisy lily violet orchid garden forest mountain river ocean beach island desert
thunder lightning storm hurricane tornado fire ice water earth wind energy power force strong strength
rocket cannon bullet hammer sword dagger blade arrow
house home garden kitchen window door open close cheese private public personal internal external
qwe asd zxc iop jkl bnm kkk lll mmm nnn ooo
`
    .trim()
    .split(/\s+/),
);
