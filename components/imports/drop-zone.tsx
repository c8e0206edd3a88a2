"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useId, useState } from "react";
import type { PickedFile } from "#components/imports/file-groups.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";

type Props = {
  /** Once there are files it makes room for them. */
  isSlim: boolean;
  limit: string;
  onFiles: (files: readonly PickedFile[]) => void;
};

/** Files are dropped here, or chosen with a button that is a plain file field. */
export function DropZone({ isSlim, limit, onFiles }: Props) {
  const t = useTranslations("imports.drop");
  const id = useId();
  const [over, setOver] = useState(false);
  // A file that comes before the script does would be lost.
  const isAtWork = useIsAtWork();

  useEffect(ignoreDropsBeside, []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void broughtByDrop(event.dataTransfer).then(onFiles);
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        "relative rounded-lg border-2 border-dashed px-6",
        isSlim
          ? "flex flex-wrap items-center gap-x-6 gap-y-2 py-2"
          : "grid justify-items-center gap-3 py-10 text-center",
        over ? "border-accent bg-accent-tint" : "border-edge",
        !isAtWork && "invisible",
      )}
    >
      <p className={isSlim ? "font-semibold" : "text-lg font-semibold"}>{t("title")}</p>
      <p id={`${id}-hint`} className={isSlim ? "sr-only" : "measure text-ink-muted"}>
        {t("hint", { limit })}
      </p>
      <span className="flex flex-wrap justify-center gap-3">
        <FileField
          onFiles={onFiles}
          hintId={`${id}-hint`}
          label={t("choose")}
          variant="primary"
          accept=".csv,.jsonl,.ndjson,.json,.eval,.zip,.vtt,.srt,.txt,text/csv"
        />
        <FileField onFiles={onFiles} hintId={`${id}-hint`} label={t("chooseFolder")} isFolder />
      </span>
    </div>
  );
}

type FieldProps = Pick<Props, "onFiles"> & {
  hintId: string;
  label: string;
  variant?: "primary" | "secondary";
  accept?: string;
  isFolder?: boolean;
};

function FileField({ onFiles, hintId, label, variant = "secondary", accept, isFolder = false }: FieldProps) {
  const id = useId();
  return (
    <span>
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        // React has no name for it; browsers that don't know it offer files.
        {...(isFolder && { webkitdirectory: "" })}
        aria-describedby={hintId}
        className="peer sr-only"
        onChange={(event) => {
          onFiles(broughtByField([...(event.target.files ?? [])]));
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={clsx(
          buttonClass({ variant }),
          "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
        )}
      >
        {label}
      </label>
    </span>
  );
}

/** A file that is let go beside the zone would otherwise take the place of the page. */
function ignoreDropsBeside(): () => void {
  const ignore = (event: Event) => event.preventDefault();
  const events = ["dragover", "drop"] as const;
  for (const name of events) window.addEventListener(name, ignore);
  return () => events.forEach((name) => window.removeEventListener(name, ignore));
}

const isOfUse = (name: string) =>
  /\.(csv|jsonl|ndjson|vtt|srt)$/i.test(name) ||
  /(?:^|\/)results\.json$/i.test(name) ||
  interviewFileOf(name) !== null ||
  isRegistry(name);
const isPlainText = (name: string) => /\.txt$/i.test(name);

/** Of a folder only what can be imported: nobody chose the rest of it. Plain text is notes, unless there is nothing else. */
function listOfUse(inFolders: readonly PickedFile[]): PickedFile[] {
  const ofUse = inFolders.filter(({ name }) => isOfUse(name));
  return ofUse.length > 0 ? ofUse : inFolders.filter(({ name }) => isPlainText(name));
}

/** Chosen with a field: with a folder come the ways to its files. */
function broughtByField(files: readonly File[]): PickedFile[] {
  const brought = files.map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  const [alone, inFolders] = [
    brought.filter(({ file }) => file.webkitRelativePath === ""),
    brought.filter(({ file }) => file.webkitRelativePath !== ""),
  ];
  return [...alone, ...listOfUse(inFolders)];
}

/** Dropped: folders are walked through. Entries are there only while the event is, so all are taken at once. */
async function broughtByDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return broughtByField([...files]);
  const found = await Promise.all(
    entries.flatMap(async (entry) => {
      const inside = entry ? await walk(entry) : [];
      return entry?.isDirectory ? listOfUse(inside) : inside;
    }),
  );
  return found.flat();
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const name = entry.fullPath.replace(/^\//, "");
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, name }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: PickedFile[] = [];
  // A folder is read by the hundred.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return inside;
    for (const one of some) inside.push(...(await walk(one)));
  }
}
