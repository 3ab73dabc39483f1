// A review that runs by itself, with the times that the player took.

const LONGEST = 10000;

/**
 * Go from move to move until the end; the result stops it.
 * @param {{at: number}[]} moves @param {number} from @param {() => number} speed
 * @param {(place: number) => void} goTo @param {() => void} ended
 */
export function autoplay(moves, from, speed, goTo, ended) {
  let place = from >= moves.length ? 0 : from;
  let timer = 0;
  if (place !== from) goTo(place);

  function wait() {
    if (place >= moves.length) return ended();
    const passed = moves[place].at - (place ? moves[place - 1].at : 0);
    timer = setTimeout(step, Math.min(Math.max(passed * 1000, 0) / speed(), LONGEST));
  }
  function step() {
    goTo(++place);
    wait();
  }
  wait();
  return () => clearTimeout(timer);
}
