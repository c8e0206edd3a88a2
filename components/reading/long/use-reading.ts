import { type Point, makeMark, spansOf, toggleMark, type Mark } from "#lib/reading/marks.ts";
import { type Span, type Piece, listSpeakers, nextOf, findWords } from "#lib/reading/pieces.ts";
import {
  useEffect,
  useEffectEvent,
  type RefObject,
  useMemo,
  useState,
  useRef,
  startTransition,
  useCallback,
  useDeferredValue,
} from "react";
import { saveReading, getSavedReading } from "#components/reading/long/saved-reading.ts";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import {
  paint,
  unpaint,
  type HighlightLayer,
  scrollToRange,
  settle,
} from "#components/reading/highlights.ts";
import { type Chunk, cutIntoChunks, chunkOf } from "#lib/reading/blocks.ts";
import { useReadingKeys, type ReadingAction } from "#components/reading/long/use-reading-keys.ts";
import { flushSync } from "react-dom";

export type ReadingOptions = {
  pieces: readonly Piece[];
  /** Whether their titles are who speaks, in the language of the text, or what they are, in the reader's. */
  titles: "speakers" | "names";
  /** Under what this device keeps how far one is, and the marks; without it nothing is kept. */
  place?: string | undefined;
  /** With it one can mark. Called with what was kept, and then with every change. */
  onMarks?: ((marks: readonly Mark[]) => void) | undefined;
};

// From places in a text to places on the page, and back. Each paragraph is one node of text and says where it begins.

const paragraphsOf = (root: ParentNode, piece: number): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(`p[data-piece="${piece}"]`),
];
const startOf = ({ dataset }: HTMLElement) => Number(dataset.start);

/** What is there of it: a stretch may begin in one paragraph and end in another. */
function rangesOf(root: ParentNode, { piece, start, end }: Span): Range[] {
  return paragraphsOf(root, piece).flatMap((paragraph) => {
    const node = paragraph.firstChild;
    if (!(node instanceof Text)) return [];
    const from = Math.max(0, start - startOf(paragraph));
    const to = Math.min(node.length, end - startOf(paragraph));
    if (to <= from) return [];
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [range];
  });
}

/** Where a piece begins: its heading where it has one. */
const headOf = (root: ParentNode, piece: number): HTMLElement | null =>
  root.querySelector<HTMLElement>(`h3[data-head="${piece}"]`) ?? paragraphsOf(root, piece)[0] ?? null;

/** The piece in which something stands. */
function pieceAt(element: Element | null): number | null {
  const { head, piece } = element instanceof HTMLElement ? element.dataset : {};
  const found = head ?? piece;
  return found === undefined ? null : Number(found);
}

/** What is selected of a text, from the first of its characters to the last; null where nothing is. */
function selectedIn(root: ParentNode & Node): { from: Point; to: Point } | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(root)) return null;
  const paragraphs = [...root.querySelectorAll<HTMLElement>("p[data-piece]")];
  const selected = paragraphs.filter((paragraph) => range.intersectsNode(paragraph));
  const [first, last] = [selected[0], selected.at(-1)];
  if (!first || !last) return null;
  const begins = first.contains(range.startContainer)
    ? offsetIn(first, range.startContainer, range.startOffset)
    : 0;
  const length = last.textContent.length;
  const ends = last.contains(range.endContainer)
    ? offsetIn(last, range.endContainer, range.endOffset)
    : length;
  return {
    from: { piece: Number(first.dataset.piece), offset: startOf(first) + begins },
    to: { piece: Number(last.dataset.piece), offset: startOf(last) + ends },
  };
}

const offsetIn = (paragraph: HTMLElement, container: Node, offset: number): number =>
  container instanceof Text ? offset : offset > 0 ? paragraph.textContent.length : 0;

/** The first piece that is to be seen beneath what stands above the text. */
function topPiece(root: HTMLElement, above: number): number {
  const chunks = [...root.querySelectorAll<HTMLElement>("[data-chunk]")];
  const isBelow = (element: Element) => element.getBoundingClientRect().bottom > above + 8;
  const chunk = chunks.find(isBelow);
  const paragraph = [...(chunk?.querySelectorAll<HTMLElement>("p[data-piece]") ?? [])].find(isBelow);
  return Number(paragraph?.dataset.piece ?? 0);
}

type KeptOptions = Pick<ReadingOptions, "pieces" | "place"> & {
  /** How far down the window the text begins to be seen. */
  above: () => number;
  goTo: (piece: number) => void;
};

const restMs = 300;

/** Who comes back to a text finds it where they left it. */
export function useKeptPiece(
  text: RefObject<HTMLDivElement | null>,
  { pieces, place, above, goTo }: KeptOptions,
): void {
  const comeBack = useEffectEvent((piece: number) => goTo(piece));
  const note = useEffectEvent(() => {
    if (place !== undefined && text.current?.isConnected)
      saveReading(place, { piece: topPiece(text.current, above()) }, pieces);
  });
  useEffect(() => {
    if (place === undefined) return;
    const { piece } = getSavedReading(place, pieces);
    // What isn't drawn yet is drawn at once on the way, which React does between its own works alone.
    const frame = requestAnimationFrame(() => piece > 0 && comeBack(piece));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      clearTimeout(timer);
      timer = setTimeout(note, restMs);
    };
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      window.removeEventListener("scroll", scrolled);
    };
  }, [place, pieces]);
}

type MarkingOptions = Omit<ReadingOptions, "titles"> & {
  /** The piece one is at. */
  here: () => number;
  goTo: (span: Span) => void;
};

const noMarks: readonly Mark[] = [];

/** What is marked in a text, kept on the device under the text's place. */
export function useMarking(
  text: RefObject<HTMLDivElement | null>,
  { pieces, place, onMarks, here, goTo }: MarkingOptions,
) {
  const [at, setAt] = useState(-1);
  const isAtWork = useIsAtWork();
  const kept = useMemo(
    () => (place === undefined || !isAtWork ? noMarks : getSavedReading(place, pieces).marks),
    [place, pieces, isAtWork],
  );
  const [changed, setChanged] = useState({ after: noMarks, marks: noMarks });
  const marks = changed.after === kept ? changed.marks : kept;
  const tell = useEffectEvent(() => onMarks?.(kept));
  useEffect(() => {
    if (isAtWork) tell();
  }, [isAtWork, kept]);

  function change(to: readonly Mark[]): void {
    setChanged({ after: kept, marks: to });
    if (place !== undefined) saveReading(place, { marks: to }, pieces);
    onMarks?.(to);
  }
  /** What is selected; where nothing is, the piece one is at. */
  function mark(): void {
    const piece = here();
    const selected = (text.current && selectedIn(text.current)) ?? {
      from: { piece, offset: 0 },
      to: { piece, offset: pieces[piece]?.text.length ?? 0 },
    };
    const made = makeMark(selected.from, selected.to, pieces);
    if (!made) return;
    getSelection()?.collapseToEnd();
    change(toggleMark(marks, made));
  }
  function go(index: number): void {
    setAt(index);
    const [span] = marks[index] ? spansOf(marks[index], pieces) : [];
    if (span) goTo(span);
  }
  const spans = useMemo(() => marks.flatMap((one) => spansOf(one, pieces)), [marks, pieces]);
  return {
    spans,
    tools: {
      marks,
      onMark: mark,
      onGo: go,
      onStep: (by: 1 | -1) => {
        if (marks.length > 0) go((Math.max(at, by > 0 ? -1 : 0) + by + marks.length) % marks.length);
      },
      onRemove: (index: number) => change(marks.filter((_, other) => other !== index)),
    },
  };
}

type PaintingOptions = {
  chunks: readonly Chunk[];
  /** Which of them are drawn. */
  there: ReadonlySet<number>;
  spans: Readonly<Record<HighlightLayer, readonly Span[]>>;
  onSeen: (chunk: number) => void;
};

/** Paints what stands where one looks: in all of a long text a common word stands ten thousand times. */
export function usePainting(
  text: RefObject<HTMLDivElement | null>,
  { chunks, there, spans, onSeen }: PaintingOptions,
): void {
  const owner = useRef({});
  const seen = useRef(new Set<number>());
  const repaint = useEffectEvent(() => {
    const root = text.current;
    if (!root) return;
    for (const [name, all] of Object.entries(spans) as [HighlightLayer, readonly Span[]][]) {
      const inSight = all.filter((span) => [...seen.current].some((index) => holds(chunks[index], span)));
      paint(
        owner.current,
        name,
        inSight.flatMap((span) => rangesOf(root, span)),
      );
    }
  });
  const sawChunk = useEffectEvent(onSeen);
  useEffect(() => repaint(), [chunks, spans, there]);
  useEffect(() => {
    const { current } = owner;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const index = Number((target as HTMLElement).dataset.chunk);
          if (isIntersecting) {
            seen.current.add(index);
            sawChunk(index);
          } else seen.current.delete(index);
        }
        repaint();
      },
      { rootMargin: "50% 0%" },
    );
    for (const chunk of text.current?.children ?? []) observer.observe(chunk);
    const seenHere = seen.current;
    return () => {
      observer.disconnect();
      seenHere.clear();
      unpaint(current);
    };
  }, [text, chunks]);
}

function holds(chunk: Chunk | undefined, { piece }: Span): boolean {
  const [first, last] = [chunk?.blocks[0], chunk?.blocks.at(-1)];
  return first !== undefined && last !== undefined && piece >= first.piece && piece <= last.piece;
}

/** The way from turn to turn: of everybody, of whom one has chosen, or of whoever speaks here. */
export function useSpeaking(
  pieces: readonly Piece[],
  titles: "speakers" | "names",
  here: () => number,
  goTo: (piece: number) => void,
) {
  const speakers = useMemo(() => (titles === "speakers" ? listSpeakers(pieces) : []), [pieces, titles]);
  const [chosen, setChosen] = useState<number | null>(null);
  const all = useMemo(() => [...pieces.keys()], [pieces]);
  function step(turns: readonly number[], by: 1 | -1): void {
    const next = nextOf(turns, here(), by);
    if (next !== null) goTo(next);
  }
  function stepOwn(by: 1 | -1): void {
    const speaker = pieces[here()]?.title ?? null;
    step(speakers.find(({ name }) => name === speaker)?.turns ?? all, by);
  }
  return {
    step: (by: 1 | -1) => step(all, by),
    stepOwn,
    tools: {
      speakers,
      chosen,
      onChoose: setChosen,
      onTurn: (by: 1 | -1) => step(chosen === null ? all : (speakers[chosen]?.turns ?? all), by),
    },
  };
}

type TextRef = RefObject<HTMLDivElement | null>;

/** The way to a piece, or to words in one, wherever they are and whether they are drawn yet or not. */
function useGoing(text: TextRef, chunks: readonly Chunk[], bring: (chunk: number) => void) {
  /** The words that one was led to last. */
  const led = useRef<{ range: Range; piece: number } | null>(null);
  const toPiece = useCallback(
    (piece: number, { takesFocus }: { takesFocus: boolean }) => {
      bring(chunkOf(chunks, piece));
      const head = text.current && headOf(text.current, piece);
      if (!head) return;
      led.current = null;
      if (takesFocus) head.focus({ preventScroll: true });
      settle(() => head.scrollIntoView({ block: "start" }));
    },
    [text, chunks, bring],
  );
  const toSpan = useCallback(
    (span: Span) => {
      bring(chunkOf(chunks, span.piece, span.start));
      const [range] = text.current ? rangesOf(text.current, span) : [];
      if (!range) return;
      led.current = { range, piece: span.piece };
      range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
      settle(() => scrollToRange(range));
    },
    [text, chunks, bring],
  );
  /** The piece with those words, while they are in sight: they needn't be the first thing that is. */
  const ledTo = useCallback((): number | null => {
    const { top = -1 } = led.current?.range.getBoundingClientRect() ?? {};
    return top >= 0 && top < innerHeight ? (led.current?.piece ?? null) : null;
  }, []);
  return { toPiece, toSpan, ledTo };
}

const none: readonly Span[] = [];

/** Words that are looked for: the next place from where one is comes first, and then one after the other, round and round. */
function useFinding(pieces: readonly Piece[], here: () => number, goTo: (span: Span) => void) {
  const field = useRef<HTMLInputElement>(null);
  const [sought, setSought] = useState("");
  const [from, setFrom] = useState(0);
  // Typing goes on while a million characters are looked through.
  const wanted = useDeferredValue(sought);
  const found = useMemo(() => findWords(pieces, wanted), [pieces, wanted]);
  const [chosen, setChosen] = useState({ among: none, at: 0 });
  const first = useMemo(
    () =>
      Math.max(
        0,
        found.findIndex(({ piece }) => piece >= from),
      ),
    [found, from],
  );
  const at = chosen.among === found ? chosen.at : first;
  const show = useEffectEvent(() => found[at] && goTo(found[at]));
  useEffect(() => {
    // What isn't drawn yet is drawn at once on the way, which React does between its own works alone.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [found]);
  function seek(words: string): void {
    setSought(words);
    setFrom(here());
  }
  function turn(by: 1 | -1): void {
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setChosen({ among: found, at: next });
    if (found[next]) goTo(found[next]);
  }
  function begin(): void {
    field.current?.focus();
    field.current?.select();
  }
  const spans = useMemo(
    () => ({ found, "found-here": found.length > 0 ? found.slice(at, at + 1) : none }),
    [found, at],
  );
  return {
    spans,
    begin,
    turn,
    field: {
      field,
      sought,
      at,
      count: found.length,
      onSeek: seek,
      onTurn: turn,
      onLeave: () => field.current?.blur(),
    },
  };
}

const atFirst = 2;
const atOnce = 8;

/** Runs it when there is nothing better to do; what it returns takes it back. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(asked);
}

/** Which parts of a text are there: the first from the beginning, those that are gone to at once, the others by and by. */
function useChunks(count: number) {
  const [there, setThere] = useState<ReadonlySet<number>>(
    () => new Set(Array(Math.min(atFirst, count)).keys()),
  );
  useEffect(() => {
    if (there.size >= count) return;
    return whenIdle(() =>
      startTransition(() =>
        setThere((before) => {
          const missing = [...Array(count).keys()].filter((one) => !before.has(one));
          return new Set([...before, ...missing.slice(0, atOnce)]);
        }),
      ),
    );
  }, [there, count]);
  const bring = useCallback(
    (chunk: number) => {
      const wanted = [chunk, chunk + 1, chunk - 1].filter((one) => one >= 0 && one < count);
      if (wanted.every((one) => there.has(one))) return;
      flushSync(() => setThere((before) => new Set([...before, ...wanted])));
    },
    [there, count],
  );
  return { there, bring };
}

/** What one goes to stands beneath the tools, however many rows they take. */
function useRoomAbove(text: RefObject<HTMLElement | null>, tools: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!tools.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.getBoundingClientRect().height ?? 0;
      text.current?.style.setProperty("--reading-tools", `${height}px`);
    });
    observer.observe(tools.current);
    return () => observer.disconnect();
  }, [text, tools]);
}

export function useReading({ pieces, titles, place, onMarks }: ReadingOptions) {
  const [text, tools] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useRoomAbove(text, tools);
  const chunks = useMemo(() => cutIntoChunks(pieces), [pieces]);
  const { there, bring } = useChunks(chunks.length);
  const { toPiece, toSpan, ledTo } = useGoing(text, chunks, bring);
  const above = () => tools.current?.getBoundingClientRect().bottom ?? 0;
  /** While it is in sight, the piece whose words one was led to, or the one that has the focus; else the first in sight. */
  function here(): number {
    const focused = text.current?.contains(document.activeElement) ? document.activeElement : null;
    const { top = -1 } = focused?.getBoundingClientRect() ?? {};
    const piece = top >= 0 && top < innerHeight ? pieceAt(focused) : null;
    return ledTo() ?? piece ?? (text.current ? topPiece(text.current, above()) : 0);
  }
  const finding = useFinding(pieces, here, toSpan);
  const speaking = useSpeaking(pieces, titles, here, (piece) => toPiece(piece, { takesFocus: true }));
  const marking = useMarking(text, { pieces, place, onMarks, here, goTo: toSpan });
  const spans = useMemo(() => ({ ...finding.spans, marked: marking.spans }), [finding.spans, marking.spans]);
  usePainting(text, { chunks, there, spans, onSeen: bring });
  useKeptPiece(text, { pieces, place, above, goTo: (piece) => toPiece(piece, { takesFocus: false }) });
  const actions: Record<ReadingAction, () => void> = {
    nextTurn: () => speaking.step(1),
    previousTurn: () => speaking.step(-1),
    nextOfSpeaker: () => speaking.stepOwn(1),
    previousOfSpeaker: () => speaking.stepOwn(-1),
    find: finding.begin,
    nextFound: () => finding.turn(1),
    previousFound: () => finding.turn(-1),
    mark: () => onMarks && marking.tools.onMark(),
    nextMark: () => marking.tools.onStep(1),
    previousMark: () => marking.tools.onStep(-1),
  };
  useReadingKeys((action) => actions[action]());
  return { text, tools, chunks, there, finding, speaking, marking };
}
