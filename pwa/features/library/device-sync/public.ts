export const deviceSync = () => import("./start.ts");
