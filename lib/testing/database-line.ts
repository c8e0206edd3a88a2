import { once } from "node:events";
import net, { type AddressInfo, type Server, type Socket } from "node:net";

type Weather = "fair" | "swallowed" | "cut" | "refused";
type Pair = { near: Socket; far: Socket; isLost: boolean };

/**
 * A line between the product and a database that a test can disturb: bytes are swallowed without a word (of those that
 * are connected, or of everybody), they take their time, connections are reset or refused, the other end moves elsewhere.
 */
export async function openLine(to: string) {
  const pairs = new Set<Pair>();
  let target = new URL(to);
  let weather: Weather = "fair";
  let delayMs = 0;

  function join(near: Socket): void {
    if (weather === "cut" || weather === "refused") return void near.destroy();
    const far = net.connect(Number(target.port || 5432), target.hostname);
    const pair: Pair = { near, far, isLost: false };
    pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => {});
      const pass = (bytes: Buffer) => {
        if (!pair.isLost && weather !== "swallowed") other.write(bytes);
      };
      one.on("data", (bytes: Buffer) => (delayMs > 0 ? setTimeout(pass, delayMs, bytes) : pass(bytes)));
      // Nobody hears of an end either.
      one.once("close", () => {
        if (!pair.isLost && weather !== "swallowed") other.destroy();
      });
    }
  }

  const server: Server = net.createServer(join);
  const listen = async (port: number) => once(server.listen(port, "127.0.0.1"), "listening");
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = Object.assign(new URL(to), { hostname: "127.0.0.1", port: String(port) }).href;
  const drop = (how: "destroy" | "resetAndDestroy" = "destroy") => {
    for (const { near, far } of pairs) [near, far].forEach((socket) => socket[how]());
    pairs.clear();
  };

  return {
    url,
    close() {
      server.close();
      drop();
    },
    countConnected: () => [...pairs].filter(({ near }) => !near.destroyed).length,
    /** Those that are connected reach nobody any more; who connects anew gets through, as after a failover. */
    lose: () => pairs.forEach((pair) => (pair.isLost = true)),
    /** The server hears no sign of life of those, and gives them up, as its keepalives make it do. */
    notice: () => pairs.forEach(({ far, isLost }) => isLost && far.destroy()),
    /** Nobody reaches anybody. */
    swallow: () => (weather = "swallowed"),
    /** Every byte takes so long, each way. */
    slow: (ms: number) => (delayMs = ms),
    /** Everybody is thrown out, and nobody gets in. */
    cut: () => {
      weather = "cut";
      drop("resetAndDestroy");
    },
    refuse: async () => {
      weather = "refused";
      drop();
      server.close();
      await once(server, "close");
    },
    /** The same address leads to another server from now on. */
    move: (other: string) => (target = new URL(other)),
    mend: async () => {
      if (weather === "refused") await listen(port);
      weather = "fair";
    },
  };
}
