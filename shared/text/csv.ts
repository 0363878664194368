/** CSV (RFC 4180), also with semicolons or tabs. */

export interface CsvRow {
  /** Its first line, from 1. */
  line: number;
  fields: string[];
  text: string;
}

/** Rows that are not empty. The first row says what separates fields. */
export function csvRows(text: string): CsvRow[] {
  const separator = separatorOf(/^[^\r\n]*/.exec(text)?.[0] ?? "");
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let field = "";
  let isQuoted = false;
  let line = 1;
  let start = { at: 0, line: 1 };
  const endRow = (end: number) => {
    fields.push(field);
    if (fields.length > 1 || field.trim() !== "")
      rows.push({ line: start.line, fields, text: text.slice(start.at, end) });
    fields = [];
    field = "";
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const isLineEnd = char === "\n" || (char === "\r" && text[at + 1] !== "\n");
    if (isLineEnd) line += 1;
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (char === '"' && field === "") isQuoted = true;
    else if (char === separator) {
      fields.push(field);
      field = "";
    } else if (isLineEnd) {
      endRow(at);
      start = { at: at + 1, line };
    } else if (char !== "\r") field += char;
  }
  endRow(text.length);
  return rows;
}

/** Quotes a field where it needs to be. */
export function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function separatorOf(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
