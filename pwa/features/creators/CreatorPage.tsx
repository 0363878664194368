export function CreatorPage(_: { params: { service: string; id: string }; search: object }) {
  return null;
}
