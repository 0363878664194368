import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * A component that is loaded when it is first shown.
 * @param load gives it
 * @param fallback stands in its place until then
 */
export function later<P extends object>(
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
