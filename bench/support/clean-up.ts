type Work = () => unknown;

const pending: Work[] = [];

/** What has to happen however a measurement ends: by itself, by an error or by Ctrl-C. */
export function atEnd(work: Work): void {
  pending.push(work);
}

export async function cleanUp(): Promise<void> {
  for (let work = pending.pop(); work; work = pending.pop()) {
    try {
      await work();
    } catch (error) {
      console.error(`cleaning up: ${(error as Error).message}`);
    }
  }
}
