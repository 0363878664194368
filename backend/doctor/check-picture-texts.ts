import type { Config } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { findTesseract } from "#backend/files/text/tesseract.ts";
import { THUMBNAIL_EXTENSIONS } from "#shared/rules/image-types.ts";
import { type Finding, ok, warning } from "./checks.ts";

const MAX_REASONS = 10;
const REASONS_APART = "\n         ";

/** Counts images whose text was read, and those that cannot be read, by reason; nothing if no languages are set. */
export async function checkPictureTexts(sql: Sql, { OCR }: Pick<Config, "OCR">): Promise<Finding[]> {
  if (OCR.length === 0) return [];
  const tesseract = await findTesseract(OCR);
  const [{ read, waiting, found }] = await sql<[{ read: number; waiting: number; found: number }]>`
    select count(*) filter (where t.fault is null and t.hash is not null)::int as read,
      count(*) filter (where t.hash is null)::int as waiting,
      count(*) filter (where t.lines::text <> '[]')::int as found
    from files f left join picture_texts t using (hash) where f.ext = any(${THUMBNAIL_EXTENSIONS})`;
  if (tesseract === undefined)
    return [
      warning(
        `Text in images: tesseract is missing, ${waiting} images are not read`,
        "Install the package tesseract-ocr and those of the languages of OCR, and restart.",
      ),
    ];
  if (tesseract.missing.length > 0)
    return [
      warning(
        `Text in images: tesseract has no data for ${tesseract.missing.join(", ")}`,
        `Install ${tesseract.missing.map((language) => `tesseract-ocr-${language.replaceAll("_", "-")}`).join(", ")}, and restart.`,
      ),
    ];
  const faults = await sql<{ fault: string; count: number }[]>`
    select fault, count(*)::int as count from picture_texts where fault is not null
    group by fault order by count desc, fault limit ${MAX_REASONS}`;
  const failed = faults.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `${read} were read, ${found} have text`,
    ...(waiting > 0 ? [`${waiting} are waiting`] : []),
    ...(failed > 0 ? [`${failed} cannot be read`] : []),
  ];
  const lines = faults.map(({ fault, count }) => `${count}: ${fault}`);
  const text = [`Text in images: ${parts.join(", ")}`, ...lines].join(REASONS_APART);
  return [
    failed === 0
      ? ok(text)
      : warning(text, "They are shown as ever. Another version of tesseract tries again."),
  ];
}
