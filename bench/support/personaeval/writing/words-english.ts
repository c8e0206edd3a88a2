/** The commoner a word, the earlier it stands: texts are drawn so that they repeat words as prose does. */
export const englishWords = `
the and of to a in that he was it his I with as had her not for you at but be she on have which him all my
so is they from this said by were me one would there no if when or an them been will who what out more up
their could then into do some now your about little very time any than man upon know like come did before
made only see down good over after never should such well way must old how great much other our go where
two see own himself came again day too hand think long say eyes first here thought might house being
nothing us last went am through look face shall without night took still while back most away room young
tell left head heart why off once every let even went place life these give always told work moment seemed
put found door under things mind home ever father though morning mother knew myself asked side words turned
right letter another evening voice half something got half brother light anything water street window year
white gone soon sister garden black table round woman world boy girl country enough held call both hope
friend believe matter because between money hundred done short leave whole open road care sat poor fire
stand bring cold trouble answer silence hour reason since better against large feet together heard feel
dark rather true name against paper small quite ground chair sure dear stood alone stay passed carriage
corner candle kitchen ledger lantern harbour orchard parlour cousin uncle widow doctor sergeant clerk
miller captain tailor vicar steward tenant pedlar gate bridge market river meadow chimney staircase
attic cellar curtain kettle basket ribbon pocket needle thimble saddle bridle anchor rope candlestick
mirror bottle cupboard blanket umbrella parcel envelope newspaper telegram receipt mortgage bargain debt
wages quarrel promise secret rumour errand supper breakfast winter autumn summer april thunder frost fog
tide storm shadow dusk whistle murmur laughter footstep gravel pavement hedge stable barn plough harvest
wheat barley apple pear cherry walnut oak willow heron sparrow swallow magpie fox hound mare pony kitten
gentle stubborn weary careless anxious cheerful bitter honest foolish clever narrow crooked faded broken
hollow quiet sudden bright heavy slender ancient ragged polite solemn curious patient jealous generous
hurried whispered answered wondered trembled nodded frowned smiled shrugged hesitated listened promised
remembered forgot borrowed returned stumbled followed refused insisted confessed pretended suspected
counted measured folded mended polished carried gathered scattered swept lingered wandered vanished
`
  .trim()
  .split(/\s+/);

export const givenNames = `
Agnes Albert Alma Ambrose Beatrice Bernard Clara Clement Cora Cyril Dinah Dorcas Edgar Edith Edmund Eleanor
Elsie Ernest Esther Eunice Felix Flora Frances Gideon Gilbert Grace Hannah Harriet Hester Horace Hugh Ida
Isabel Jabez Jasper Joanna Josiah Judith Julian Keziah Laurence Lavinia Leonard Letitia Lucy Luke Mabel
Margaret Martha Matthias Miriam Nathaniel Nell Octavia Oliver Oswald Penelope Percy Phoebe Ralph Reuben
Rosamund Rufus Ruth Samuel Sibyl Silas Simeon Susannah Tabitha Theodore Ursula Valentine Winifred Zillah
`
  .trim()
  .split(/\s+/);

export const familyNames = `
Abney Ashby Barrow Bellamy Birch Blackwood Bramley Brock Calloway Carver Chesney Colby Crane Danforth Dray
Eastlake Ellery Fairlie Fenwick Finch Garland Gaunt Graves Hale Harkness Hatch Hollis Ingram Jessop Keats
Kemble Lacey Langley Larkin Lovell Marsh Merrick Mowbray Nash Norcott Oakes Orme Paget Pell Penrose Pike
Quill Radley Rooke Sedley Selwyn Sharpe Stroud Tansley Thorne Tilney Trevor Underhill Vane Vickers Wade
Warrender Wells Whitlock Winter Wragg Yardley Yates
`
  .trim()
  .split(/\s+/);

export const titles = ["Lord", "Lady", "Mr.", "Mrs.", "Miss", "Captain", "Doctor", "Old", "Uncle", "Aunt"];
