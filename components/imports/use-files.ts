"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Fields, type Item, itemOfFile, itemOfUpload } from "#components/imports/item.ts";
import { sendFile, type Uploaded } from "#components/imports/send-file.ts";

const atOnce = 2;

type Work = { file: File; stop: AbortController };

type Change = (key: string, part: Partial<Item> | ((item: Item) => Item)) => void;

/** Sends a few files at once, the others in turn, and tells how it goes with each. */
function useSending(address: string, change: Change) {
  const works = useRef(new Map<string, Work>());
  const waiting = useRef<string[]>([]);
  const sending = useRef(0);

  // What was not sent when the page goes is not kept by anybody.
  useEffect(() => {
    const all = works.current;
    return () => all.forEach(({ stop }) => stop.abort());
  }, []);

  async function send(key: string): Promise<void> {
    const work = works.current.get(key);
    if (!work) return;
    change(key, { state: "sending", sent: 0, problem: null });
    const sent = await sendFile({
      address,
      file: work.file,
      signal: work.stop.signal,
      onSent: (bytes) => change(key, { sent: bytes }),
    });
    if (sent.ok) change(key, { ...itemOfUpload(sent.upload, key) });
    else change(key, { state: "failed", problem: { error: sent.error, message: sent.message } });
  }

  function sendInTurn(): void {
    while (sending.current < atOnce) {
      const key = waiting.current.shift();
      if (key === undefined) return;
      sending.current++;
      void send(key).finally(() => {
        sending.current--;
        sendInTurn();
      });
    }
  }

  return {
    add(files: readonly { key: string; file: File }[]) {
      for (const { key, file } of files) {
        works.current.set(key, { file, stop: new AbortController() });
        waiting.current.push(key);
      }
      sendInTurn();
    },
    stop(key: string) {
      waiting.current = waiting.current.filter((one) => one !== key);
      works.current.get(key)?.stop.abort();
    },
    has: (key: string) => works.current.has(key),
    fileOf: (key: string) => works.current.get(key)?.file,
    forget: (key: string) => void works.current.delete(key),
  };
}

const tooLarge = { state: "failed", problem: { error: "too_large", message: null } } as const;

/** The files of the page: those that are on the way, those that failed and those that are here. */
export function useFiles(address: string, there: readonly Uploaded[], limitBytes: number) {
  const [items, setItems] = useState<readonly Item[]>(() => there.map((upload) => itemOfUpload(upload)));
  const count = useRef(0);
  const change = useCallback<Change>((key, part) => {
    setItems((before) =>
      before.map((item) =>
        item.key !== key ? item : typeof part === "function" ? part(item) : { ...item, ...part },
      ),
    );
  }, []);
  const sending = useSending(address, change);

  return {
    items,
    add(files: readonly File[]) {
      const added = files.map((file) => ({ file, item: itemOfFile(`file-${count.current++}`, file) }));
      const isFitting = ({ file }: { file: File }) => file.size <= limitBytes;
      setItems((before) => [
        ...before,
        ...added.map((one) => (isFitting(one) ? one.item : { ...one.item, ...tooLarge })),
      ]);
      sending.add(added.filter(isFitting).map(({ file, item }) => ({ key: item.key, file })));
    },
    stop(key: string) {
      sending.stop(key);
      change(key, { state: "failed", problem: { error: "stopped", message: null } });
    },
    canRetry: ({ key, bytes }: Item) => bytes <= limitBytes && sending.has(key),
    retry(key: string) {
      const file = sending.fileOf(key);
      if (!file) return;
      change(key, { state: "waiting", sent: 0, problem: null });
      sending.add([{ key, file }]);
    },
    setFields: (key: string, fields: Partial<Fields>) =>
      change(key, (item) => ({ ...item, fields: { ...item.fields, ...fields } })),
    async remove({ key, upload }: Item) {
      sending.forget(key);
      setItems((before) => before.filter((item) => item.key !== key));
      if (upload) await fetch(`${address}/${upload.id}`, { method: "DELETE" }).catch(() => undefined);
    },
  };
}
