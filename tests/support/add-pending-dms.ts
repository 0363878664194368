/** Run beside an archive: gives an account two imported DMs of a creator of the sample, as the importer leaves them. */
import { readConfig } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { buildPendingDm } from "./pending-dms.ts";

const [username = "", ...texts] = process.argv.slice(2);
const config = readConfig();
await withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
  const sql = openDatabase(databaseUrl, { max: 1, name: "roost-test" });
  const [row] = await sql<{ account: number; service: string; user: string }[]>`
    select a.id as account, c.service, c.id as user from accounts a, creators c
    where a.username = ${username} and not c.hidden and c.service = 'patreon' order by c.id limit 1`;
  if (row === undefined) throw new Error(`There is no account ${username}, or no creator.`);
  for (const [at, content] of texts.entries())
    await buildPendingDm(sql, config.ROOST_DATA, { ...row, hash: `${username}-${at}`, content });
  await sql.end({ timeout: 5 });
});
