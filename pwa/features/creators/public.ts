export { foundCreatorsQuery, profileQuery, updatedCreatorsQuery } from "./api.ts";
export { CreatorCard } from "./CreatorCard.tsx";
export { toCreatorSearch } from "./search.ts";
