/** OpenAPI operations by group, with search. */
import type { Answer, OpenApi, Operation, Parameter } from "#shared/entities/openapi.ts";

export interface ListedOperation {
  id: string;
  method: string;
  path: string;
  group: string;
  summary: string;
  parameters: Parameter[];
  operation: Operation;
}

export interface OperationGroup {
  name: string;
  description: string;
  operations: ListedOperation[];
}

export function groupsOf(api: OpenApi): OperationGroup[] {
  const all = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0] ?? "",
      summary: operation.summary,
      parameters: operation.parameters ?? [],
      operation,
    })),
  );
  return api.tags
    .map((tag) => ({ ...tag, operations: all.filter((one) => one.group === tag.name) }))
    .filter((group) => group.operations.length > 0);
}

/** Filters operations that contain every word in their path, summary, group or parameters. */
export function findOperations(groups: OperationGroup[], text: string): OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((one) => words.every((word) => textOf(one).includes(word))),
    }))
    .filter((group) => group.operations.length > 0);
}

function textOf({ method, path, summary, group, id, parameters }: ListedOperation): string {
  return [method, path, summary, group, id, ...parameters.map((one) => one.name)].join(" ").toLowerCase();
}

export interface ListedAnswer extends Answer {
  status: string;
}

/** Responses by status, with references resolved. */
export function answersOf(api: OpenApi, operation: Operation): ListedAnswer[] {
  return Object.entries(operation.responses).flatMap(([status, listed]) => {
    const answer = "$ref" in listed ? api.components.responses[listed.$ref.split("/").at(-1) ?? ""] : listed;
    return answer === undefined ? [] : [{ status, ...answer }];
  });
}
