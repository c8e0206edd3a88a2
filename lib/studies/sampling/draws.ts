import type { EligibleCase } from "#lib/studies/frame/queries.ts";
import {
  findTurn,
  headOf,
  isEarlier,
  moveBack,
  removeTurn,
  sortBuckets,
  standsBefore,
  type Bucket,
  type Deck,
  type Hand,
  type Turn,
} from "#lib/studies/sampling/pools.ts";

/** What one cell gets, and what no other choice could have filled. */
export type Dealt = { hand: Hand; missing: ReadonlyMap<Deck, number> };

/**
 * Deals one cell: from every deck as many cases as its quota, those whose turn it is, at most so many of one
 * source. Where the decks take each other's sources away, what was dealt is exchanged until it fits.
 */
export function dealHand(decks: readonly Deck[], most: number | null): Dealt {
  const hand: Hand = { items: new Set(), perSource: new Map(), perDeck: new Map() };
  for (const deck of decks) dealFrom(deck, hand, most);
  const missing = new Map<Deck, number>();
  const lacks = (deck: Deck) => deck.group.quota - (hand.perDeck.get(deck)?.length ?? 0);
  const short = decks.filter((deck) => lacks(deck) > 0);
  for (const deck of short) {
    while (lacks(deck) > 0 && exchange(deck, decks, hand, most)) continue;
    if (lacks(deck) > 0) missing.set(deck, lacks(deck));
  }
  if (short.length > 0) decks.forEach(sortBuckets);
  return { hand, missing };
}

const hasRoom = ({ source }: Bucket, hand: Hand, most: number | null): boolean =>
  most === null || source === null || (hand.perSource.get(source) ?? 0) < most;

function dealFrom(deck: Deck, hand: Hand, most: number | null): void {
  let isSorted = true;
  for (let i = 0, left = deck.group.quota; left > 0 && i < deck.buckets.length;) {
    const bucket = deck.buckets[i] as Bucket;
    const turn = hasRoom(bucket, hand, most) ? findTurn(deck, bucket, hand) : null;
    const next = deck.buckets[i + 1];
    if (!turn) i++;
    else if (next && standsBefore(next, turn)) {
      // Its first case is in the hand already, and the one after it must wait for other sources.
      moveBack(deck, i, turn);
      isSorted = false;
    } else {
      take(deck, bucket, turn, hand);
      moveBack(deck, i, headOf(bucket));
      left--;
    }
  }
  if (!isSorted) sortBuckets(deck);
}

function take(deck: Deck, bucket: Bucket, turn: Turn, hand: Hand): void {
  removeTurn(deck, bucket, turn);
  hand.items.add(turn.item);
  if (bucket.source !== null) hand.perSource.set(bucket.source, (hand.perSource.get(bucket.source) ?? 0) + 1);
  const taken = hand.perDeck.get(deck);
  if (taken) taken.push({ bucket, turn });
  else hand.perDeck.set(deck, [{ bucket, turn }]);
}

function giveBack(deck: Deck, bucket: Bucket, hand: Hand): void {
  const taken = hand.perDeck.get(deck) ?? [];
  const place = taken.findLastIndex((it) => it.bucket === bucket);
  const [given] = taken.splice(place, 1);
  if (!given) return;
  bucket.turns.push(given.turn);
  hand.items.delete(given.turn.item);
  if (bucket.source !== null) hand.perSource.set(bucket.source, (hand.perSource.get(bucket.source) ?? 1) - 1);
}

/** A step on the way: `by` takes from `from`, whose source is full, once `deck` has given up a case of it. */
type Step = { by: Deck; from: Bucket; gives: Bucket };

/** An augmenting path, as in any flow of decks into sources: finds one more case for the deck if there is any. */
function exchange(short: Deck, decks: readonly Deck[], hand: Hand, most: number | null): boolean {
  const steps = new Map<Deck, Step>();
  const reached = [short];
  for (const deck of reached)
    for (const bucket of deck.buckets) {
      const turn = findTurn(deck, bucket, hand);
      if (!turn) continue;
      if (hasRoom(bucket, hand, most)) {
        follow(short, deck, bucket, steps, hand);
        return true;
      }
      for (const other of decks) {
        if (reached.includes(other)) continue;
        const gives = hand.perDeck.get(other)?.find((it) => it.bucket.source === bucket.source)?.bucket;
        if (!gives) continue;
        steps.set(other, { by: deck, from: bucket, gives });
        reached.push(other);
      }
    }
  return false;
}

function follow(short: Deck, last: Deck, free: Bucket, steps: ReadonlyMap<Deck, Step>, hand: Hand): void {
  let [deck, bucket] = [last, free];
  for (;;) {
    const step = steps.get(deck);
    // Giving back first would offer the same case again.
    take(deck, bucket, findTurn(deck, bucket, hand) as Turn, hand);
    if (deck === short || !step) break;
    giveBack(deck, step.gives, hand);
    [deck, bucket] = [step.by, step.from];
  }
}

/** What was dealt, in the order of its turns. */
export const itemsOf = (deck: Deck, { perDeck }: Hand): EligibleCase[] =>
  (perDeck.get(deck) ?? [])
    .map(({ turn }) => turn)
    .sort((a, b) => (isEarlier(a, b) ? -1 : 1))
    .map(({ item }) => item);
