import type { ReactNode } from "react";
import page from "../ui/Page.module.css";
import { Failure } from "./Failure.tsx";

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Accessible label while loading. */
  label: string;
  /** Class of the skeleton. */
  skeleton: string | undefined;
  /** The data is the page, with its heading. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
}

/** Renders the result of a query; a skeleton while loading, or the error. */
export function Loaded<T>({
  query: { data, error, refetch },
  label,
  skeleton,
  isPage = false,
  children,
}: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (error !== null) return <Failure error={error} isPage={isPage} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label={label}>
      <div className={`${skeleton} ${page.skeleton}`} />
    </div>
  );
}
