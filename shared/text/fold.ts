/** Comparable text, the same for engine, database and device. */

/** Accents, and the vowel points of Hebrew and Arabic. Marks of kana and of Indic scripts are letters and stay. */
const ACCENTS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** Letters that Unicode does not decompose, as PostgreSQL's unaccent writes them; `fold_text` in the schema has the same. */
const FROM =
  "ðøđħıĸłŋŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȡȥȴȵȶȷȼȿɀɇɉɍɏɓɕɖɗɛɟɠɡɢɦɧɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʉʋʏʐʑʙʛʜʝʟʠᴀᴃᴄᴅᴆᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵻᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶓᶖᶙẜẝỽỿⱡⱥⱦⱨⱪⱬⱱⱳⱴⱸⱺꜰꜱꝁꝃꝅꝇꝉꝋꝍꝑꝓꝕꝗꝙꝟꝱꝲꝳꝴꝵꝶꝷꝺꝼꞇꞑꞓꞡꞣꞥꞧꞩ";
const TO =
  "dodhiqlntbbcdfklnpttyzgdzlntjcszejrybcddejggghhiilllmnnnrrrrstuvyzzbghjlqabcddejklmoptuvwzbdfmnprrstzipubdfgklmnprsvxzadeeiussvylathkzvwveofskkklloopppqqvdlmnrrtdftncgknrs";
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ...Object.fromEntries(Array.from(FROM, (letter, at) => [letter, TO[at] ?? ""])),
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
const TO_KATAKANA = 0x60;
const ASCII = /^[\0-\x7f]*$/;

/** Lower case, one width, no accents, katakana: "Ｃａｆé" and "cafe" are equal, so are "Łódź" and "lodz", "さくら" and "ｻｸﾗ". */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFD").replace(ACCENTS, "").normalize("NFC");
  return foldLetters(plain)
    .replaceAll("ς", "σ")
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
}

/** Folded, with hangul by its letters: a syllable is found while it is being typed. */
export const foldTyped = (text: string): string => fold(text).normalize("NFD");

/** Lower-case text with such letters as ASCII letters. */
export const foldLetters = (text: string): string =>
  text.replace(LETTER, (letter) => LETTERS[letter] ?? letter);

/** True for lower-case text with letters that `foldLetters` changes. */
export const hasFoldedLetters = (text: string): boolean => text.search(LETTER) >= 0;
