/** While the app is built: what contracts say in words is for the reference the server writes, so nobody loads it here. */
import { type Plugin, Visitor } from "vite";

const CONTRACTS = /\/shared\/(contracts|rules)\/[\w-]+\.ts$/;
const WORDS = ["summary", "description"];

export function dropContractWords(): Plugin {
  return {
    name: "roost-contract-words",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!CONTRACTS.test(id)) return null;
      const texts: { start: number; end: number }[] = [];
      new Visitor({
        Property({ key, value }) {
          const isText =
            value.type === "TemplateLiteral" || (value.type === "Literal" && typeof value.value === "string");
          if (key.type === "Identifier" && WORDS.includes(key.name) && isText) texts.push(value);
        },
      }).visit(this.parse(code, { lang: "ts" }));
      const cut = texts.reduceRight(
        (rest, { start, end }) => `${rest.slice(0, start)}""${rest.slice(end)}`,
        code,
      );
      return { code: cut, map: null };
    },
  };
}
