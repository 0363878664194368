import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * A component that is loaded when it is first shown.
 * @param load imports it
 * @param fallback shown until then
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode,
): ComponentType<P> {
  const Part = lazy(() => load().then((part) => ({ default: part }))) as unknown as ComponentType<P>;
  return (props: P) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
