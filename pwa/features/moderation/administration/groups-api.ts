import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as contract from "#shared/contracts/groups.ts";
import { listGroups, listRatedCreators, listRatingRules, previewGroup } from "#shared/contracts/groups.ts";
import { HttpError } from "../../../api/errors.ts";
import { type MessageId, t } from "../../../i18n/index.ts";
import { accountCall } from "../../../offline/account/call.ts";
import { refusalText } from "../../account/messages.ts";
import { ADMINISTRATION_KEY } from "./api.ts";
import { takedownTarget } from "./takedowns-api.ts";

export function groupsQuery() {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "groups"],
    queryFn: (context) => accountCall(listGroups, {}, context),
    staleTime: 0,
  });
}

export function ratedCreatorsQuery(o: string | undefined) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "ratings", o],
    queryFn: (context) => accountCall(listRatedCreators, { query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const PENDING_POLL_INTERVAL_MS = 3_000;

export function ratingRulesQuery() {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "rules"],
    queryFn: (context) => accountCall(listRatingRules, {}, context),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ pending }) => pending) ? PENDING_POLL_INTERVAL_MS : false,
  });
}

export function groupPreviewQuery(group: string, o: string | undefined) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "groups", group, o],
    queryFn: (context) => accountCall(previewGroup, { params: { group }, query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const PROBLEMS: Record<string, MessageId> = {
  [contract.GROUPS_NEED_MEMBERS]: "groups.needMembers",
  [contract.GROUP_NAME_TAKEN]: "groups.problem.nameTaken",
  [contract.GROUP_IN_USE]: "groups.problem.inUse",
  [contract.TOO_MANY_GROUPS]: "groups.problem.tooMany",
  [contract.TOO_MANY_RULES]: "groups.problem.tooManyRules",
};

/** Why a group was not saved or deleted. */
export function groupProblem(error: unknown): string {
  const known = error instanceof HttpError ? PROBLEMS[error.message] : undefined;
  return known === undefined ? refusalText(error) : t(known);
}

/** The creator of an address in this archive; undefined for another address. */
export function creatorAt(address: string): { service: string; id: string } | undefined {
  const target = takedownTarget(address);
  return target !== undefined && "user" in target ? { service: target.service, id: target.user } : undefined;
}
