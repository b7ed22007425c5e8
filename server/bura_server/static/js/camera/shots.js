// Pictures out of the video: turned as wanted, packed as JPEG, no larger than the network carries in time.
const BEST = 0.9;
const WORST = 0.55;
const SLOW_MS = 350;
const QUICK_MS = 120;
const SAMPLE = 64; // pixels each way that tell how light it is

/** The next picture of a video, where the browser tells when there is one.
 * @param {HTMLVideoElement} video @returns {Promise<void>} */
function fresh(video) {
  return new Promise((done) => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(() => done());
    else setTimeout(done, 30);
  });
}

export class Shots {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.quality = 0.85;
    /** size of the last one that was packed
     * @type {{w: number, h: number} | null} */
    this.size = null;
  }

  /** How the last one travelled.
   * @param {number} ms from sending it until the next was asked for */
  travelled(ms) {
    if (ms > SLOW_MS) this.quality = Math.max(WORST, this.quality - 0.05);
    else if (ms < QUICK_MS) this.quality = Math.min(BEST, this.quality + 0.01);
  }

  /** A picture was too large. */
  smaller() {
    this.quality = Math.max(WORST, this.quality - 0.15);
  }

  /** One picture; null when the video has none.
   * @param {HTMLVideoElement} video @param {number} turn degrees, clockwise @returns {Promise<Blob | null>} */
  async take(video, turn) {
    await fresh(video);
    const [w, h] = [video.videoWidth, video.videoHeight];
    if (!w || !h) return null;
    const lies = turn % 180 !== 0;
    this.size = { w: lies ? h : w, h: lies ? w : h };
    if (this.canvas.width !== this.size.w || this.canvas.height !== this.size.h) Object.assign(this.canvas, { width: this.size.w, height: this.size.h });
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.translate(this.size.w / 2, this.size.h / 2);
    pen.rotate((turn * Math.PI) / 180);
    pen.drawImage(video, -w / 2, -h / 2, w, h);
    return new Promise((done) => this.canvas.toBlob(done, "image/jpeg", this.quality));
  }

  /** Mean lightness of what the video shows, 0 to 255.
   * @param {HTMLVideoElement} video */
  static lightness(video) {
    const small = document.createElement("canvas");
    small.width = small.height = SAMPLE;
    const pen = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d", { willReadFrequently: true }));
    pen.drawImage(video, 0, 0, SAMPLE, SAMPLE);
    const { data } = pen.getImageData(0, 0, SAMPLE, SAMPLE);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += 0.3 * data[i] + 0.59 * data[i + 1] + 0.11 * data[i + 2];
    return sum / (SAMPLE * SAMPLE);
  }
}
