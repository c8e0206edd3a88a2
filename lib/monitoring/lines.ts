import { processSingleton } from "#lib/process-singleton.ts";

type Length = { working: number; waiting: number };

const lines = processSingleton("lines", (): [name: string, length: () => Length][] => []);

/** A line that people wait in; a module that a process has twice has two of one name, which are told as one. */
export const noteLine = (name: string, length: () => Length): void => void lines.push([name, length]);

export const listLines = (): (Length & { name: string })[] =>
  [...Map.groupBy(lines, ([name]) => name)].map(([name, same]) => {
    const lengths = same.map(([, length]) => length());
    const sum = (key: keyof Length) => lengths.reduce((all, one) => all + one[key], 0);
    return { name, working: sum("working"), waiting: sum("waiting") };
  });
