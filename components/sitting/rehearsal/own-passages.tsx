"use client";

import { useEffect, useState } from "react";
import {
  followLinks,
  type RehearsalPlan,
  type RehearsalText,
} from "#components/sitting/rehearsal/rehearsal.tsx";
import { stagePages } from "#components/sitting/rehearsal/stages.tsx";
import { begin, toCases, turnToAddress } from "#components/sitting/rehearsal/state.ts";
import { preloadParts } from "#components/sitting/page/later-parts.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { ownName, writeOwn, type OwnPlace } from "#lib/demo/own-address.ts";

type Props = {
  plan: RehearsalPlan;
  text: RehearsalText;
  places: readonly OwnPlace[];
  /** Where the answers are compared: its address takes them along. */
  onward: string;
  words: { label: string; about: string; leave: string };
};

/** A few cases as a participant answers them, and nothing before or after: the answers stay in the browser's address. */
export function OwnPassages({ plan, text, places, onward, words }: Props) {
  const [now, setNow] = useState(() => toCases(plan, begin()));
  const isOver = now.stage !== "case" && now.stage !== "overview";

  useEffect(() => {
    const asked = plan.cases.map(({ kind }) => ({ asked: { ...plan.questions, kind } }));
    preloadParts(plan.questions, asked).catch(() => undefined);
    const leaving = new AbortController();
    followLinks((address) => setNow((before) => turnToAddress(before, address)), leaving.signal);
    return () => leaving.abort();
  }, [plan]);
  useEffect(() => {
    if (!isOver) return;
    const chosenAt = (position: number) => {
      const choice = now.store.known(position).answer?.choice;
      return typeof choice === "number" ? choice : null;
    };
    location.assign(`${onward}?${new URLSearchParams({ [ownName]: writeOwn(places, chosenAt) })}#own`);
  }, [isOver, now.store, onward, places]);

  const StagePage = stagePages[isOver ? "overview" : now.stage];
  return (
    <>
      <section
        aria-label={words.label}
        className="mb-8 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-info bg-info-tint px-4 py-3"
      >
        <p className="min-w-0 grow">
          <strong>{words.label}</strong> {words.about}
        </p>
        <ButtonLink href={onward}>{words.leave}</ButtonLink>
      </section>
      <div lang={text.language} className="reading mx-auto max-w-[68rem]">
        <Streamed key={now.page}>
          <StagePage plan={plan} text={text} now={now} onChange={setNow} toWords={null} />
        </Streamed>
      </div>
    </>
  );
}
