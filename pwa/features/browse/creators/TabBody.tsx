import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../../../api/Failure.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import card from "./CreatorCard.module.css";
import styles from "./Tab.module.css";

export interface TabBodyProps<T> {
  query: Pick<UseQueryResult<T>, "data" | "error" | "refetch">;
  isEmpty: (data: T) => boolean;
  /** Message of an empty list. */
  empty: string;
  skeleton: ReactNode;
  /** Shown below the empty card. */
  beside?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A tab's list: loading, error, empty, or loaded. Loaded content stays if a refetch fails. */
export function TabBody<T>({ query, isEmpty, empty, skeleton, beside, children }: TabBodyProps<T>) {
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error === null ? skeleton : <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (isEmpty(data)) return <EmptyState message={empty}>{beside}</EmptyState>;
  return children(data);
}

const SHAPES = {
  texts: [styles.texts, styles.ghost],
  cards: [styles.cards, styles.ghostCard],
  creators: [card.grid, card.empty],
} as const;
const COUNT = [0, 1, 2, 3, 4, 5];

/** Placeholder of a list. */
export function TabSkeleton({ shape, label }: { shape: keyof typeof SHAPES; label: string }) {
  const [list, box] = SHAPES[shape];
  return (
    <div className={list} role="status" aria-label={label}>
      {COUNT.map((index) => (
        <div key={index} className={`${box} ${page.skeleton}`} />
      ))}
    </div>
  );
}
