import { createLazyRoute } from "@tanstack/react-router";
import { HomePage } from "../features/home/HomePage.tsx";

export const lazyHome = createLazyRoute("/")({ component: HomePage });
