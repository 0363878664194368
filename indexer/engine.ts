/** The search engine as the indexer sees it: one server, or several that each hold the documents of some creators. */
import { serverUrls } from "#shared/rules/search-servers.ts";
import type { IndexName } from "#shared/search/documents.ts";
import { type IndexState, openServer, type Server, type ServerOptions } from "./meili.ts";
import { nameFor } from "./placement.ts";

export interface Engine {
  servers: readonly Server[];
  /** Which documents are where: changes with the servers, and is empty where there is only one. */
  layout: string;
  /** The server of what belongs to this owner. */
  serverOf(owner: string): Server;
  uid(name: IndexName): string;
  /** Of each server. */
  versions(): Promise<string[]>;
  /** Names of servers that do not answer. */
  away(): Promise<string[]>;
  /** Number of documents, or undefined where a server has no such index. */
  count(uid: string): Promise<number | undefined>;
  /** Of the server that needs most. */
  state(name: IndexName, uid?: string): Promise<IndexState>;
  configure(name: IndexName, uid?: string): Promise<void>;
  swap(pairs: [string, string][]): Promise<void>;
  drop(uid: string): Promise<void>;
}

const NEEDS: readonly IndexState[] = ["new", "reshaped", "outdated", "ready"];

/** Opens the engine; sends no request yet. @param url one address or several, as in MEILI_URL */
export function openEngine({ url, ...options }: ServerOptions): Engine {
  const servers = serverUrls(url).map((one) => openServer({ url: one, ...options }));
  const [first] = servers;
  if (first === undefined) throw new Error("No address of a search server.");
  const names = servers.map(({ name }) => name);
  const byName = new Map(servers.map((server) => [server.name, server]));
  const all = <T>(call: (server: Server) => Promise<T>) => Promise.all(servers.map(call));
  return {
    servers,
    layout: servers.length === 1 ? "" : names.toSorted().join(" "),
    serverOf: (owner) => byName.get(nameFor(owner, names)) ?? first,
    uid: first.uid,
    versions: () => all((server) => server.version()),
    async away() {
      const healthy = await all((server) => server.isHealthy());
      return names.filter((_, at) => healthy[at] !== true);
    },
    async count(uid) {
      const counts = await all((server) => server.count(uid));
      return counts.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
    },
    async state(name, uid) {
      const states = await all((server) => server.state(name, uid));
      return NEEDS.find((state) => states.includes(state)) ?? "ready";
    },
    configure: async (name, uid) => void (await all((server) => server.configure(name, uid))),
    swap: async (pairs) => void (await all((server) => server.swap(pairs))),
    drop: async (uid) => void (await all((server) => server.drop(uid))),
  };
}
