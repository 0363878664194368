import { PageHeading, SITE_NAME } from "../../ui/PageHeading.tsx";

export function HomePage() {
  return <PageHeading title={SITE_NAME} />;
}
