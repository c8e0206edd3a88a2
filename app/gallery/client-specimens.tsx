"use client";

import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { useState } from "react";
import { Reader } from "#components/reading/long/reader.tsx";
import type { ReaderWords } from "#components/reading/words.ts";
import type { Mark } from "#lib/reading/marks.ts";

/** In the browser, so that a page for looking at things opens no server action. */
export function ConfirmSpecimen() {
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Deactivate Ada</Button>}
      name="ada"
      words={{
        title: "Deactivate Ada",
        typeName: "Type ada to confirm",
        confirm: "Deactivate Ada",
        cancel: "Cancel",
        close: "Close",
      }}
      description="Ada is signed out at once and can’t come back in. Her answers stay."
      action={() => undefined}
    />
  );
}

export function ToastSpecimen() {
  const notify = useToast();
  return (
    <>
      <Button onClick={() => notify({ title: "Ada is added.", detail: "Give her the link." })}>
        Good news
      </Button>
      <Button onClick={() => notify({ title: "The link was not made.", tone: "danger" })}>Bad news</Button>
    </>
  );
}

const transcript = [
  { title: "Interviewer", text: "How does one learn it?", at: "00:00:04" },
  {
    title: "Maud Tregenza",
    text: "You are given a hole. That is the whole of the schooling. My mother hung a net on the door with a hole in it and went to market, and when she came back she looked at the hole and not at me.\nThe second year there were two holes.",
    at: "00:00:07",
  },
  { title: "Interviewer", text: "And when was it good enough?", at: "00:01:12" },
  { title: "Maud Tregenza", text: "When she hung up a net and I couldn’t find the hole.", at: "00:01:15" },
  { title: null, text: "(A door. Somebody laughs.)" },
  { title: "Jory", text: "Tell them about the seal, Gran." },
  {
    title: "Maud Tregenza",
    text: "The seal came through the net as if I had left the hole for him.",
    at: "00:01:31",
  },
];

const thought = [
  { title: "Thought", text: "他若是真认得这方印，就不会把它翻过来看。" },
  { title: "Reason", text: "沈砚从来客翻印的动作推断他在说谎。" },
  { title: "Action", text: "沈砚把茶推到他手边，什么也没有问。" },
  {
    title: "Passage",
    text: "来客把印拿起来，翻过来看了看底下。沈砚把茶推到他手边。他若是真认得这方印，就不会把它翻过来看。“您慢用。”他说。",
  },
];

/** A transcript with what was marked in it told, and texts under titles in Chinese. */
export function ReaderSpecimen({ words }: { words: ReaderWords }) {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  return (
    <div className="grid min-w-0 gap-8">
      <Reader pieces={transcript} titles="speakers" language="en" words={words} onMarks={setMarks} />
      {marks.length > 0 && <code className="text-sm wrap-anywhere">{JSON.stringify(marks)}</code>}
      <Reader pieces={thought} titles="names" language="zh-CN" words={words} />
    </div>
  );
}
