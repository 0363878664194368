/** Notices and pages of comics with known text, drawn with fonts of Debian (fonts-dejavu-core, fonts-noto-cjk). */
import sharp from "sharp";
import { findTesseract } from "#backend/files/text/tesseract.ts";
import { random } from "./random.ts";

export const OCR_LANGUAGES = ["eng", "jpn", "chi_sim", "chi_tra", "kor", "rus"];
const found = await findTesseract(OCR_LANGUAGES);
/** Undefined where it or a language is not installed: tests that need it are skipped. */
export const tesseract = found?.missing.length === 0 ? found : undefined;

interface DrawnLine {
  text: string;
  /** Pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface LetteredPicture {
  /** PNG. */
  bytes: Buffer;
  width: number;
  height: number;
  lines: DrawnLine[];
}

export const SCRIPTS = {
  Latin: {
    fonts: ["DejaVu Sans", "DejaVu Serif"],
    isSpaced: true,
    words:
      "harbor festival begins seven bring lanterns warm coat tickets sold station commission prices change October winter garden morning river captain letter window market silver shadow bridge summer music teacher village forest castle dragon promise secret journey hundred question answer",
  },
  Cyrillic: {
    fonts: ["DejaVu Sans", "DejaVu Serif"],
    isSpaced: true,
    words:
      "праздник гавань начинается возьмите фонари тёплое пальто билеты продаются вокзале цены изменятся октябре зимний сад утро река капитан письмо окно рынок серебро тень мост лето музыка учитель деревня лес замок дракон обещание секрет дорога вопрос ответ",
  },
  Japanese: {
    fonts: ["Noto Sans CJK JP", "Noto Serif CJK JP"],
    isSpaced: false,
    words:
      "港の祭りは七時に始まります 提灯と暖かい上着 切符は古い駅で販売 十月から料金が変わる 冬の庭の朝 船長からの手紙 窓の外の影 橋を渡る音楽 先生の村 森の中の城 竜との約束 秘密の旅 百の質問 答えはまだない",
  },
  Chinese: {
    fonts: ["Noto Sans CJK SC", "Noto Serif CJK SC"],
    isSpaced: false,
    words:
      "港口的节日七点开始 请带上灯笼和外套 车票在旧车站出售 十月份价格改变 冬天的花园早晨 船长的来信 窗外的影子 过桥的音乐 老师的村庄 森林里的城堡 与龙的约定 秘密的旅行 一百个问题 还没有答案",
  },
  "Chinese, traditional": {
    fonts: ["Noto Sans CJK TC", "Noto Serif CJK TC"],
    isSpaced: false,
    words:
      "港口的節日七點開始 請帶上燈籠和外套 車票在舊車站出售 十月份價格改變 冬天的花園早晨 船長的來信 窗外的影子 過橋的音樂 老師的村莊 森林裡的城堡 與龍的約定 秘密的旅行 一百個問題 還沒有答案",
  },
  Korean: {
    fonts: ["Noto Sans CJK KR", "Noto Serif CJK KR"],
    isSpaced: true,
    words:
      "항구 축제 일곱 시작 등불 따뜻한 외투 가져오세요 표는 역에서 판매 시월부터 가격 바뀝니다 겨울 정원 아침 선장 편지 창문 시장 그림자 다리 여름 음악 선생님 마을 숲속 성에서 약속 비밀 여행 질문 대답",
  },
} as const;
export type Script = keyof typeof SCRIPTS;

const WIDTH = 1000;
const HEIGHT = 1200;

/** Draws texts, each in one line. @param shapes SVG below them */
export async function drawTexts(
  texts: readonly { text: string; left: number; top: number }[],
  {
    font,
    size,
    shapes = "",
    width = WIDTH,
    height = HEIGHT,
  }: { font: string; size: number; shapes?: string; width?: number; height?: number },
): Promise<LetteredPicture> {
  const drawn = await Promise.all(
    texts.map(async ({ text, left, top }) => {
      const { data, info } = await sharp({ text: { text, font: `${font} ${size}`, dpi: 72, rgba: true } })
        .png()
        .toBuffer({ resolveWithObject: true });
      return { layer: { input: data, left, top }, line: { text, left, top, ...sizeOf(info) } };
    }),
  );
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${shapes}</svg>`;
  const bytes = await sharp(Buffer.from(ground))
    .composite(drawn.map(({ layer }) => layer))
    .png()
    .toBuffer();
  return { bytes, width, height, lines: drawn.map(({ line }) => line) };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

/** A notice of ten lines, or a page of four panels with balloons of three lines. The same seed draws the same. */
export async function letteredPicture(
  script: Script,
  kind: "notice" | "comic",
  seed: number,
): Promise<LetteredPicture> {
  const next = random(seed);
  const { fonts, words, isSpaced } = SCRIPTS[script];
  const all = words.split(" ");
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? "";
  const line = (count: number) => Array.from({ length: count }, () => pick(all)).join(isSpaced ? " " : "");
  const font = pick(fonts);
  if (kind === "notice") {
    const texts = Array.from({ length: 10 }, (_, at) => ({
      text: line(isSpaced ? 5 : 2),
      left: 80,
      top: 100 + at * 70,
    }));
    return drawTexts(texts, { font, size: 24 + Math.floor(next() * 10) });
  }
  const corners = [0, 1, 2, 3].map((at) => ({ x: (at % 2) * 490 + 20, y: Math.floor(at / 2) * 580 + 20 }));
  const shapes = corners.map(({ x, y }) => panel(x, y, next)).join("");
  const texts = corners.flatMap(({ x, y }) =>
    [0, 1, 2].map((at) => ({ text: line(isSpaced ? 2 : 1), left: x + 90, top: y + 70 + at * 42 })),
  );
  return drawTexts(texts, { font, size: 22 + Math.floor(next() * 8), shapes });
}

function panel(x: number, y: number, next: () => number): string {
  const color = `hsl(${Math.floor(next() * 360)} 40% ${50 + Math.floor(next() * 30)}%)`;
  return `<rect x="${x}" y="${y}" width="470" height="560" fill="${color}" stroke="#000" stroke-width="5"/>
    <circle cx="${x + 200 + next() * 100}" cy="${y + 420}" r="${60 + next() * 50}" fill="#333"/>
    <path d="M${x} ${y + 300} L${x + 470} ${y + 260 + next() * 200}" stroke="#222" stroke-width="4"/>
    <ellipse cx="${x + 235}" cy="${y + 130}" rx="220" ry="110" fill="#fff" stroke="#000" stroke-width="4"/>`;
}
