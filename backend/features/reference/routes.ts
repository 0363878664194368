/** `/api/schema`: the description of the API, generated on the first request. */

import { stringify } from "yaml";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import { getSchema } from "#shared/contracts/reference.ts";
import { JsonText, OtherForm } from "../../http/answer-forms.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { describeApi } from "./document.ts";

/** @param routes all mounted routes, including these; called at the first request */
export function referenceRoutes(routes: () => readonly { contract: Endpoint }[]): Mounted[] {
  const made: { json?: Buffer; yaml?: Buffer } = {};
  const describe = (siteName: string) =>
    describeApi(
      routes().map((route) => route.contract),
      siteName,
    );
  return [
    mount(getSchema, async ({ config, query }) => {
      if (query.format === "yaml") {
        made.yaml ??= Buffer.from(
          stringify(describe(config.SITE_NAME), { aliasDuplicateObjects: false, lineWidth: 0 }),
        );
        return new OtherForm("application/yaml", made.yaml);
      }
      made.json ??= Buffer.from(JSON.stringify(describe(config.SITE_NAME)));
      return new JsonText(made.json);
    }),
  ];
}
