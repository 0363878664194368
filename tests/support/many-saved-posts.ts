interface SavedRow {
  savedAt: number;
  files: { hash: string; path: string }[];
}

interface FileRow {
  hash: string;
}

/**
 * For the page: adds as many saved posts as a heavy user has, copies of the first one in its database. No function in it
 * has a name: tsx would wrap that in a helper that the page has not.
 */
export async function manySavedPosts(count: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("roost");
    request.onsuccess = () => resolve(request.result);
  });
  const [row, file] = (await Promise.all(
    ["saved", "files"].map(
      (store) =>
        new Promise((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => resolve(asked.result[0]);
        }),
    ),
  )) as [SavedRow, FileRow];
  const write = db.transaction(["saved", "files"], "readwrite");
  const lines = [localStorage.getItem("saved") ?? ""];
  for (let at = 0; at < count; at += 1) {
    const key = `patreon/${at % 40}/made-${at}`;
    const files = row.files.map((file, n) => ({ ...file, hash: `${at}-${n}`.padStart(64, "0") }));
    write.objectStore("saved").put({
      ...row,
      key,
      creator: `patreon/${at % 40}`,
      title: `Post ${at}`,
      savedAt: row.savedAt - at - 1,
      files,
    });
    for (const { hash } of files) write.objectStore("files").put({ ...file, hash, posts: [key] });
    lines.push(`w\t${key}\t${files.length}\t${files.length}\tPost ${at}`);
  }
  await new Promise((done) => write.addEventListener("complete", done));
  localStorage.setItem("saved", lines.join("\n"));
  db.close();
}
