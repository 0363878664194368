import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunOptions, type RunResult, runConnector } from "#backend/imports/connectors/connector.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { filesOf } from "#backend/imports/formats/lib/recognize.ts";
import type { InventedSite } from "./invented-site.ts";

export interface ConnectorRun {
  result: RunResult;
  records: Found[];
  /** Names and bytes of the files of all records. */
  files: Record<string, number>;
  logs: string[];
  missing: string[];
  /** The last one. */
  state: unknown;
  /** Hosts that the proxy looked up. */
  hosts: string[];
  /** Requests the site received meanwhile. */
  requests: string[];
}

/** Runs a connector against the site; every name resolves to it. */
export async function runAgainst(
  site: InventedSite,
  options: Pick<RunOptions, "manifest" | "job"> & Partial<RunOptions>,
): Promise<ConnectorRun> {
  const scratch = await mkdtemp(join(tmpdir(), "roost-connector-"));
  const run: ConnectorRun = {
    result: { kind: "done" },
    records: [],
    files: {},
    logs: [],
    missing: [],
    state: undefined,
    hosts: [],
    requests: [],
  };
  const before = site.requests.length;
  try {
    run.result = await runConnector({
      folder: join(scratch, "run"),
      signal: new AbortController().signal,
      caFile: site.caFile,
      proxy: {
        loopbackPort: site.port,
        lookup: async (host) => {
          run.hosts.push(host);
          return ["127.0.0.1"];
        },
      },
      onRecord: async (found, { folder }) => {
        run.records.push(found);
        for (const { entry, name } of filesOf(found)) run.files[name] = (await folder.stat(entry)).size;
      },
      onLog: (line) => void run.logs.push(line),
      onMissing: (file) => void run.missing.push(file),
      onState: (state) => {
        run.state = state;
      },
      ...options,
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  run.requests = site.requests.slice(before);
  return run;
}
