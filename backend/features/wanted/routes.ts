import { Readable } from "node:stream";
import * as contract from "#shared/contracts/wanted.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { StreamAnswer } from "../../http/answer-forms.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput } from "../../http/errors.ts";
import { gapsAsCsv, gapsAsJson } from "../../imports/wanted/formats.ts";
import { gapRows, gapsByCreator, gapsOfCreator } from "../../imports/wanted/gaps.ts";
import { addWanted, removeWanted } from "../../imports/wanted/lists.ts";

export const wantedRoutes: Mounted[] = [
  mount(contract.listGaps, async ({ sql, query: { o, service, source } }) => {
    const filter = { service: service || undefined, source: source || undefined };
    const summary = await gapsByCreator(sql, filter, o, PAGE_SIZE);
    checkOffset(o, summary.count);
    return summary;
  }),
  mount(contract.listPostGaps, async ({ sql, query: { o, service, creator = null, source } }) => {
    const found = await gapsOfCreator(sql, { service, creator, source: source || undefined }, o, PAGE_SIZE);
    checkOffset(o, found.count);
    return found;
  }),
  mount(contract.exportGaps, async ({ pool, query: { format, service, source } }) => {
    const rows = gapRows(pool, { service: service || undefined, source: source || undefined });
    const [type, text] =
      format === "json"
        ? (["application/json; charset=utf-8", gapsAsJson(rows)] as const)
        : (["text/csv; charset=utf-8", gapsAsCsv(rows)] as const);
    return new StreamAnswer(type, Readable.from(text), undefined, `attachment; filename="missing.${format}"`);
  }),
  mount(contract.addWanted, ({ sql, body }) => addWanted(sql, body)),
  mount(contract.removeWanted, async ({ sql, body }) => ({ removed: await removeWanted(sql, body) })),
];

function checkOffset(offset: number, count: number): void {
  const problem = pastEndProblem(offset, count);
  if (problem !== undefined) throw badInput(problem);
}
