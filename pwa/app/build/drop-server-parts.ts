/**
 * While the app is built: leaves out of the contracts what only the server reads. That is their words, for the
 * reference it writes, and how it checks parameters and queries, which the app knows as types.
 */
import { type ESTree, type Plugin, Visitor } from "vite";

const CONTRACTS = /\/shared\/(contracts|rules)\/[\w-]+\.ts$/;
const WORDS = ["summary", "description"];
const CHECKS = ["params", "query", "errors", "limits"];

interface Cut {
  start: number;
  end: number;
  by: string;
}

export function dropServerParts(): Plugin {
  return {
    name: "roost-server-parts",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!CONTRACTS.test(id)) return null;
      const cuts: Cut[] = [];
      new Visitor({
        CallExpression({ callee, end, arguments: [contract] }) {
          if (isNamedCall(callee, "register")) cuts.push({ start: callee.object.end, end, by: "" });
          if (callee.type !== "Identifier" || callee.name !== "endpoint") return;
          if (contract?.type !== "ObjectExpression") return;
          for (const { value } of contract.properties.filter((one) => isNamed(one, CHECKS)))
            cuts.push({ ...spanOf(value), by: "undefined" });
        },
        ObjectExpression({ properties }) {
          for (const { value } of properties.filter((one) => isNamed(one, WORDS))) {
            const isText =
              value.type === "TemplateLiteral" ||
              (value.type === "Literal" && typeof value.value === "string");
            if (isText) cuts.push({ ...spanOf(value), by: '""' });
          }
        },
      }).visit(this.parse(code, { lang: "ts" }));
      return { code: cut(code, cuts), map: null };
    },
  };
}

function isNamed(
  property: ESTree.ObjectExpression["properties"][number],
  names: string[],
): property is ESTree.ObjectProperty {
  return (
    property.type === "Property" &&
    property.key.type === "Identifier" &&
    names.includes(property.key.name) &&
    !property.shorthand
  );
}

/** What a schema is registered with is for the reference, too. */
function isNamedCall(callee: ESTree.Expression, name: string): callee is ESTree.StaticMemberExpression {
  return (
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    callee.property.name === name
  );
}

const spanOf = ({ start, end }: { start: number; end: number }) => ({ start, end });

/** What lies within a longer cut is gone with it. */
function cut(code: string, cuts: Cut[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end, by } of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from) continue;
    kept += code.slice(from, start) + by;
    from = end;
  }
  return kept + code.slice(from);
}
