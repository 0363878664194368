/** Texts of our own that the sample has none of: accents, names with a sound, scripts beside each other. */

export interface OwnText {
  title: string;
  content: string;
  tags: string[];
}

/** Each is found by its words with and without their accents. */
export const ACCENTED: readonly OwnText[] = [
  ["Crème brûlée", "Le café de la forêt ouvre après l'été.", "pâtisserie"],
  ["Señor Ñandú", "Mañana dibujaré un pingüino en Málaga.", "acuarela íntima"],
  ["Übermalung", "Die Blätter über den Dächern von Köln, größer als gestern.", "Öl"],
  ["Zvířata z Třeboně", "Kočka a žába čekají na déšť.", "ilustrace dětská"],
  ["Gökyüzü", "Büyük bir çiçek çizdim, gölgesi küçük.", "suluboya çalışması"],
  ["Pożegnanie", "Cień pod mostem, później księżyc.", "szkic węglem"],
  ["Fjærlett", "Naïve forms, a façade and a jalapeño.", "coöperation"],
  ["Tiếng sóng", "Thuyền về bến lúc hoàng hôn.", "màu nước"],
  ["Pêche au crépuscule", "Trois pêcheurs rentrent, leurs lanternes éteintes.", "gravure à l'eau-forte"],
  ["Ångström", "Små öar i kvällssol, mätta för hand.", "skärgård"],
].map(([title = "", content = "", tag = ""]) => ({ title, content, tags: [tag] }));

/** A Latin word and a run of another script in one text. */
export const MIXED: readonly OwnText[] = [
  ["Genshin 刻晴 fanart", "Sketch of 刻晴 beside the 霓裳花 field", "原神"],
  ["Timelapse 夏祭り", "Full timelapse of the 夏祭り poster", "浴衣"],
  ["Blender 등대 모델", "A low poly 등대 with 고양이 on top", "모델링"],
  ["Procreate ブラシ", "My ブラシ set for 水彩 clouds", "ブラシ配布"],
  ["Chibi 강아지 stickers", "Printable 강아지 and 토끼 stickers", "스티커"],
  ["Cityscape 夜景", "Neon 夜景 with 霓虹灯 reflections", "夜景"],
  ["Dragon 青龙 concept", "Armor study for 青龙, horns unfinished", "设定集"],
  ["Rigging 기초", "Weight painting 기초 for 캐릭터 rigs", "튜토리얼"],
  ["Vtuber 立ち絵", "Layered 立ち絵 with 表情差分", "配信"],
  ["Papercraft 灯笼", "Template for a paper 灯笼", "手工"],
].map(([title = "", content = "", tag = ""]) => ({ title, content, tags: [tag] }));

/** Names, and how those who cannot type them write them. */
export const NAMED: readonly { name: string; typed: readonly string[] }[] = [
  { name: "さくらみなと", typed: ["sakuraminato", "sakura"] },
  { name: "ユキノハナ", typed: ["yukinohana", "yukino"] },
  { name: "ほしぞらしろくま", typed: ["hoshizorashirokuma", "hoshizora"] },
  { name: "コトリバコ", typed: ["kotoribako", "kotori"] },
  { name: "ふじわらつばめ", typed: ["fujiwaratsubame", "fujiwara"] },
  { name: "李云飞", typed: ["liyunfei", "li yunfei", "yunfei"] },
  { name: "白鹭洲", typed: ["bailuzhou", "bai lu zhou"] },
  { name: "陳墨", typed: ["chenmo", "chen mo"] },
  { name: "长安画师", typed: ["changanhuashi", "changan"] },
  { name: "青石巷", typed: ["qingshixiang", "qing shi xiang"] },
  { name: "김민서", typed: ["gimminseo", "kim minseo", "minseo"] },
  { name: "박하늘", typed: ["bakhaneul", "park haneul", "haneul"] },
  { name: "이서준 작업실", typed: ["iseojun", "lee seojun", "seojun"] },
  { name: "구름토끼", typed: ["gureumtokki", "gureum"] },
  { name: "별빛여우", typed: ["byeolbityeou", "byeolbit"] },
];
