/** While the app is built: what contracts say in words is for the reference the server writes, so nobody loads it here. */
import type { Plugin } from "vite";

const CONTRACTS = /\/shared\/(contracts|rules)\/[\w-]+\.ts$/;
const WORDS = /\b(summary|description):(\s*)(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

export function dropContractWords(): Plugin {
  return {
    name: "roost-contract-words",
    apply: "build",
    enforce: "pre",
    transform: (code, id) =>
      CONTRACTS.test(id) ? { code: code.replace(WORDS, '$1:$2""'), map: null } : null,
  };
}
