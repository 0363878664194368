import { createHash } from "node:crypto";
import * as contract from "#shared/contracts/importer.ts";
import {
  checkImport,
  DMS_NEED_ACCOUNT,
  NO_CONNECTOR,
  SAVING_NEEDS_ACCOUNT,
  SERVICE_OFF,
} from "#shared/rules/importer.ts";
import { SERVICES } from "#shared/services/index.ts";
import type { Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { networkOf } from "../../http/client-address.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, HttpError, notFound, unavailable } from "../../http/errors.ts";
import * as queries from "../../imports/connectors/queue.ts";
import { keyHashOf, seal } from "../../imports/connectors/sealing.ts";
import { importAdministrationRoutes } from "./administration-routes.ts";

export const importRoutes: Mounted[] = [
  mount(contract.getImporter, async ({ sql, config }) => {
    const { connectors, paused, running, backlogged } = await queries.importerState(sql);
    const services = SERVICES.map((service) => ({
      service,
      enabled: config.IMPORTERS.includes(service),
      connector: connectors[service] ?? null,
      paused: paused.includes(service),
    }));
    return { services, contact: config.CONTACT ?? null, backlogged, running };
  }),
  mount(contract.submitImport, async (input) => ({ import_id: await submit(input) })),
  mount(contract.getImport, async ({ sql, params: { id }, principal }) => {
    return (await queries.importById(sql, id, principal?.id ?? null)) ?? missing();
  }),
  mount(contract.getImportLogs, ({ sql, params: { id } }) => queries.importLogs(sql, id)),
  mount(contract.cancelImport, async ({ sql, params: { id }, principal }) => {
    const ended = await queries.cancelImport(sql, id, principal?.id ?? null);
    if (ended === "missing") return missing();
    if (ended === "ended") throw conflict(contract.IMPORT_ENDED);
    return true as const;
  }),
  mount(contract.listKeys, async ({ sql, principal }) => ({
    props: {
      currentPage: "account" as const,
      title: "Your service keys" as const,
      service_keys: await queries.accountKeys(sql, principal.id),
    },
    import_ids: await queries.importsOfKeys(sql, principal.id),
  })),
  mount(contract.revokeKeys, async ({ pool, signal, principal, body: { revoke } }) => {
    await transaction(pool, (tx) => queries.revokeKeys(tx, principal.id, revoke), { signal });
    return true as const;
  }),
  mount(contract.changeKey, async ({ sql, principal, params: { id }, body: { auto_import } }) => {
    const key = await queries.setAutoImport(sql, { account: principal.id, id: Number(id) }, auto_import);
    if (key === undefined) throw notFound();
    if (key.dead && auto_import) throw conflict(contract.KEY_DEAD);
    return key;
  }),
  mount(contract.importWithKey, async ({ pool, signal, principal, params: { id } }) => {
    const work = async (tx: Tx) => {
      const key = await queries.keyForImport(tx, principal.id, Number(id));
      if (key === undefined) throw notFound();
      if (key.dead) throw conflict(contract.KEY_DEAD);
      return await queries.addImport(tx, key);
    };
    return { import_id: await transaction(pool, work, { signal }) };
  }),
  ...importAdministrationRoutes,
];

/** The key is in clear only in this call. @returns id of the import */
async function submit({
  sql,
  pool,
  signal,
  config,
  principal,
  client,
  body: { service, save_dms, save_session_key, auto_import, ...fields },
}: Input<typeof contract.submitImport>): Promise<string> {
  if (!config.IMPORTERS.includes(service)) throw unprocessable(SERVICE_OFF);
  const { values, problem } = checkImport(service, fields);
  if (problem !== undefined) throw unprocessable(problem.message);
  const isSaved = save_session_key || auto_import;
  if (principal === undefined && save_dms) throw needsAccount(DMS_NEED_ACCOUNT);
  if (principal === undefined && isSaved) throw needsAccount(SAVING_NEEDS_ACCOUNT);
  const { connectors } = await queries.importerState(sql);
  const key = await queries.sealingKey(sql);
  if (key === undefined || Object.keys(connectors).length === 0) throw unavailable(contract.NO_IMPORTER);
  if (connectors[service] === undefined) throw unprocessable(NO_CONNECTOR);
  const given = {
    service,
    account: principal?.id ?? null,
    network: hashOf(networkOf(client.address)),
    keyHash: keyHashOf(service, values),
    sealed: seal(key.public_key, service, values),
    sealedBy: key.fingerprint,
    saveDms: save_dms,
  };
  const work = async (tx: Tx) => {
    const serviceKey =
      principal === undefined || !isSaved
        ? null
        : await queries.saveKey(tx, principal.id, given, auto_import);
    return await queries.addImport(tx, { ...given, serviceKey });
  };
  return await transaction(pool, work, { signal });
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const unprocessable = (message: string) => new HttpError(422, message, "bad_input");
const needsAccount = (message: string) => new HttpError(401, message, "not_logged_in");

function missing(): never {
  throw notFound(contract.IMPORT_NOT_FOUND);
}
