"""A real RTSP server: ``python3 rtsp_server.py PORT`` serves a test picture at ``/table``.

Run by the system's own Python, because GStreamer's bindings come from the system's packages (on Debian:
python3-gi, gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-base, -good and -ugly).
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

PICTURES = "videotestsrc is-live=true pattern=smpte ! video/x-raw,width=640,height=360,framerate=15/1"
PACKED = "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph264pay name=pay0 pt=96"


def main() -> None:
    """Serve until the process is ended; with ``--check``, only say whether everything is there."""
    Gst.init(None)
    needed = ("videotestsrc", "x264enc", "rtph264pay")
    missing = [name for name in needed if Gst.ElementFactory.find(name) is None]
    if missing:
        sys.exit(f"GStreamer lacks {', '.join(missing)}")
    if sys.argv[1] == "--check":
        return
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(sys.argv[1])
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f"( {PICTURES} ! {PACKED} )")
    factory.set_shared(True)
    server.get_mount_points().add_factory("/table", factory)
    if server.attach(None) == 0:
        sys.exit(f"port {sys.argv[1]} cannot be used")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
