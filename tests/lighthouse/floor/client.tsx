import { hydrateRoot } from "react-dom/client";
import { Cards } from "./Cards.tsx";
import "../../bench/start-floor/page.css";

const posts = JSON.parse(document.getElementById("posts")?.textContent ?? "[]");
hydrateRoot(document.getElementById("root")!, <Cards posts={posts} />);
