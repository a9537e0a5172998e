"""The composed system: task, pending cancel, log, channel, client; its rules once, as data, with several readings."""
