import type { ReactNode } from "react";
import { MutedList } from "../../reading/mutes/MutedList.tsx";
import styles from "./CreatorCard.module.css";

interface Listed {
  service: string;
  id: string;
}

/** Cards of creators, without muted ones. */
export function CreatorGrid<T extends Listed>({
  creators,
  children,
}: {
  creators: readonly T[];
  children: (creator: T) => ReactNode;
}) {
  return (
    <MutedList
      items={creators}
      keyOf={({ service, id }) => `${service}/${id}`}
      subjectOf={({ service, id }) => ({ service, user: id })}
      className={styles.grid}
    >
      {children}
    </MutedList>
  );
}
