"""Drives one LibreOffice process over UNO for the pool in office-pool.ts; its only client is its parent.

Messages go both ways over stdin and stdout: two big-endian 32-bit lengths, then that many bytes of JSON, then that
many of payload. The document comes and goes as payload, so that the server, which may be root, never opens a file
in a folder that belongs to the unprivileged user.

    in   {"id": 1, "watermark"?: "PREVIEW", "tagged"?: true, "conformance"?: "PDF/A-2b"} + DOCX
    out  {"event": "ready", ...}
         {"id": 1, "ok": true, "pages": 2} + PDF
         {"id": 1, "ok": false, "stage": "load" | "export", "message": "..."}

When stdin closes, the parent is gone or wants this to end: LibreOffice is killed, the folder removed, and this
process with it. That happens in a thread of its own, because the main one may be stuck in a call to LibreOffice.
Runs on the Python that LibreOffice brings as well as on a system's (3.8 and later).
"""

import ctypes
import hashlib
import io
import json
import os
import queue
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
import zipfile

HEADER = struct.Struct(">II")
# LibreOffice asks its launcher to start it again once it has set up a new profile (EXITHELPER_NORMAL_RESTART).
EXIT_START_AGAIN = 81
CONNECT_EVERY_SECONDS = 0.02
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
# What LibreOffice's export filter calls them; 0 is plain PDF.
PDF_VERSIONS = {"PDF/A-2b": 2}
# LibreOffice measures in hundredths of a millimetre.
POINT = 2540 / 72
# What a capital of Liberation Sans takes on average, with some air.
CAPITAL_EM = 0.72
# What Word calls it; documents that name it otherwise keep the table of contents that they have.
MAIN_PART = "word/document.xml"
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38


def libc_call(name, *arguments):
    """Linux alone; False where the system does not know the call or forbids it."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return getattr(ctypes.CDLL(None), name)(*arguments) == 0
    except (OSError, AttributeError):
        return False


def leave_network():
    """A network namespace without any interface: whatever LibreOffice tries, it reaches nobody."""
    if os.getuid() == 0:
        return libc_call("unshare", CLONE_NEWNET)
    uid, gid = os.getuid(), os.getgid()
    if not libc_call("unshare", CLONE_NEWUSER | CLONE_NEWNET):
        return False
    try:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    except OSError:
        pass
    return True


def drop_privileges(uid, gid):
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if os.getuid() != uid or os.geteuid() != uid or os.getgid() != gid:
        raise RuntimeError("could not change to the unprivileged user")


def limit_resources(memory_bytes):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory_bytes and sys.platform.startswith("linux"):
        # What a process allocates, unlike RLIMIT_AS, which counts the mapped libraries as well.
        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))


class Channel:
    """Frames on private copies of stdin and stdout: nothing that a library prints gets in between."""

    def __init__(self):
        self.source = os.fdopen(os.dup(0), "rb")
        self.sink = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        self.lock = threading.Lock()

    def receive(self):
        header = self.source.read(HEADER.size)
        if len(header) < HEADER.size:
            return None
        json_length, payload_length = HEADER.unpack(header)
        body = self.source.read(json_length)
        payload = self.source.read(payload_length)
        if len(body) < json_length or len(payload) < payload_length:
            return None
        return json.loads(body), payload

    def send(self, message, payload=b""):
        body = json.dumps(message).encode()
        with self.lock:
            self.sink.write(HEADER.pack(len(body), len(payload)))
            self.sink.write(body)
            self.sink.write(payload)
            self.sink.flush()


class Office:
    def __init__(self, settings):
        self.folder = settings["folder"]
        self.soffice = settings["soffice"]
        self.start_seconds = settings["startSeconds"]
        # The folder's name is random, and so unique among all the servers that share this machine's /tmp.
        self.pipe = os.path.basename(self.folder)
        self.profile = "file://" + self.folder + "/profile"
        self.work = self.folder + "/work"
        self.process = None
        self.desktop = None
        self.ending = False
        os.makedirs(self.work, exist_ok=True)

    @property
    def sockets(self):
        """LibreOffice keeps both in /tmp whatever TMPDIR says, and leaves them there when it is killed.

        The second is named after the profile's MD5, each byte in hexadecimal without a leading zero. A user that
        has no entry among the system's users is left out of the name.
        """
        digest = hashlib.md5(self.profile.encode("utf-16-le")).digest()
        names = (self.pipe, "SingleOfficeIPC_" + "".join(f"{byte:x}" for byte in digest))
        return [f"/tmp/OSL_PIPE_{user}{name}" for user in (f"{os.getuid()}_", "") for name in names]

    def spawn(self):
        def die_with_parent():
            libc_call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)

        self.process = subprocess.Popen(
            [
                self.soffice,
                "--headless",
                "--invisible",
                "--norestore",
                "--nologo",
                "--nodefault",
                "--nolockcheck",
                "--nofirststartwizard",
                "-env:UserInstallation=" + self.profile,
                "-env:UNO_JAVA_JFW_USER_DATA=file://" + self.folder + "/javasettings.xml",
                f"--accept=pipe,name={self.pipe};urp",
            ],
            cwd=self.work,
            stdin=subprocess.DEVNULL,
            stdout=2,
            preexec_fn=die_with_parent if sys.platform.startswith("linux") else None,
        )

    def connect(self):
        import uno
        from com.sun.star.connection import NoConnectException

        context = uno.getComponentContext()
        manager = context.ServiceManager
        resolver = manager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
        address = f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext"
        deadline = time.monotonic() + self.start_seconds
        self.spawn()
        while True:
            try:
                remote = resolver.resolve(address)
                break
            except NoConnectException:
                code = self.process.poll()
                if code == EXIT_START_AGAIN:
                    self.spawn()
                elif code is not None:
                    raise RuntimeError(f"LibreOffice ended with code {code} while starting")
                elif time.monotonic() > deadline:
                    raise RuntimeError(f"LibreOffice did not answer within {self.start_seconds} s")
                time.sleep(CONNECT_EVERY_SECONDS)
        self.desktop = remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
        return self.version(remote)

    @staticmethod
    def version(remote):
        provider = remote.ServiceManager.createInstanceWithContext(
            "com.sun.star.configuration.ConfigurationProvider", remote
        )
        access = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationAccess",
            (property_value("nodepath", "/org.openoffice.Setup/Product"),),
        )
        return access.getByName("ooSetupVersionAboutBox")

    def convert(self, number, document, settings):
        source, target = f"{self.work}/{number}.docx", f"{self.work}/{number}.pdf"
        stage = "load"
        loaded = None
        try:
            with open(source, "wb") as file:
                file.write(document)
            loaded = self.desktop.loadComponentFromURL("file://" + source, "_blank", 0, load_options())
            if loaded is None:
                raise RuntimeError("LibreOffice could not read the document")
            if has_stale_contents(document):
                for index in loaded.getDocumentIndexes():
                    index.update()
            stage = "export"
            loaded.storeToURL("file://" + target, export_options(settings, loaded))
            with open(target, "rb") as file:
                pdf = file.read()
            pages = len(re.findall(rb"/Type\s*/Page\b", pdf)) or loaded.CurrentController.PageCount
            return {"ok": True, "pages": pages}, pdf
        except Exception as error:  # Whatever it is, the parent decides what becomes of the process.
            alive = self.process.poll() is None
            return {"ok": False, "stage": stage, "message": f"{type(error).__name__}: {error}", "alive": alive}, b""
        finally:
            if loaded is not None:
                try:
                    loaded.close(True)
                except Exception:
                    pass
            for path in (source, target):
                try:
                    os.unlink(path)
                except OSError:
                    pass

    def end(self):
        """Takes LibreOffice, its children, its files and this very process along."""
        self.ending = True
        if self.process is not None:
            self.process.kill()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                pass
        for path in self.sockets:
            try:
                os.unlink(path)
            except OSError:
                pass
        shutil.rmtree(self.folder, ignore_errors=True)
        os.killpg(os.getpgrp(), signal.SIGKILL)


def property_value(name, value):
    from com.sun.star.beans import PropertyValue

    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def has_stale_contents(document):
    """Is a field marked to be made anew (ECMA-376 17.16.18)? LibreOffice shows what a table of contents was."""
    with zipfile.ZipFile(io.BytesIO(document)) as package:
        if MAIN_PART not in package.namelist():
            return False
        return re.search(rb'<w:fldChar\b[^>]*\sw:dirty="(?:true|1|on)"', package.read(MAIN_PART)) is not None


def load_options():
    return (
        property_value("FilterName", "MS Word 2007 XML"),
        property_value("Hidden", True),
        property_value("ReadOnly", True),
        property_value("MacroExecutionMode", 0),  # NEVER_EXECUTE
        property_value("UpdateDocMode", 0),  # NO_UPDATE
    )


def export_options(settings, document):
    import uno

    options = {
        "UseLosslessCompression": True,
        "ReduceImageResolution": False,
        "ExportBookmarks": True,
        "ExportLinksRelativeFsys": False,
        "ConvertOOoTargetToPDFTarget": False,
        # Word draws form fields and content controls as they look, and so does its PDF.
        "ExportFormFields": False,
        "ExportNotes": False,
        "UseTaggedPDF": settings.get("tagged", False),
        "SelectPdfVersion": PDF_VERSIONS.get(settings.get("conformance"), 0),
        **watermark_options(settings.get("watermark"), document),
    }
    data = tuple(property_value(name, value) for name, value in options.items())
    return (
        property_value("FilterName", "writer_pdf_Export"),
        property_value("FilterData", uno.Any("[]com.sun.star.beans.PropertyValue", data)),
    )


def watermark_options(text, document):
    if not text:
        return {}
    styles = document.StyleFamilies.getByName("PageStyles")
    used = [style for style in map(styles.getByIndex, range(styles.Count)) if style.isInUse()]
    shorter = min((min(style.Width, style.Height) for style in used), default=21000) / POINT
    # Without a size it is as long as the page's longer side, and cut off where it is turned.
    size = min(shorter * 1.1 / (CAPITAL_EM * len(text)), shorter * 0.3)
    return {
        "Watermark": text,
        # Half transparent whatever we say, so the colour is what keeps it light. From 7.2 on; before, it is green.
        "WatermarkColor": 0xBFBFBF,
        "WatermarkFontName": "Liberation Sans",
        "WatermarkFontHeight": max(1, round(size)),
        # Tenths of a degree: from the lower left to the upper right of any page.
        "WatermarkRotateAngle": 450,
    }


def main():
    settings = json.loads(sys.argv[1])
    os.umask(0o077)
    isolated = settings["isolate"] and leave_network()
    if settings.get("uid") is not None:
        drop_privileges(settings["uid"], settings["gid"])
    libc_call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    limit_resources(settings["memoryBytes"])
    channel = Channel()
    office = Office(settings)
    requests = queue.SimpleQueue()

    def read():
        while True:
            frame = channel.receive()
            if frame is None:
                office.end()
            requests.put(frame)

    def watch():
        office.process.wait()
        if not office.ending:
            print(f"LibreOffice ended with code {office.process.returncode}", file=sys.stderr, flush=True)
            office.end()

    threading.Thread(target=read, daemon=True).start()
    try:
        version = office.connect()
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        office.end()
    threading.Thread(target=watch, daemon=True).start()
    channel.send(
        {
            "event": "ready",
            "version": version,
            "isolated": isolated,
            "pid": office.process.pid,
            "sockets": office.sockets,
        }
    )
    while True:
        message, document = requests.get()
        reply, pdf = office.convert(message["id"], document, message)
        channel.send({"id": message["id"], **reply}, pdf)


main()
