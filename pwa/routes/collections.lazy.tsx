import { useParams } from "@tanstack/react-router";
import { CollectionPage } from "../features/collections/CollectionPage.tsx";
import { CollectionsPage } from "../features/collections/CollectionsPage.tsx";

const Collection = () => <CollectionPage id={useParams({ strict: false }).collection ?? ""} />;

export const screens = { "/collections": CollectionsPage, "/collections/$collection": Collection };
